import { useGroupNames } from '../directoryGroups/data/useGroupNames.ts'
import { instanceSettingsTexts } from '../instanceSettings/lang/en.ts'
import type { Names } from './sentences.ts'

type Key = Extract<keyof typeof instanceSettingsTexts.english, `flag.${string}` | `tool.${string}`>
const isKey = (key: string): key is Key => key in instanceSettingsTexts.english

/** The beginnings of the texts of an area’s objects. */
const prefixes: Record<string, string> = { featureFlag: 'flag', tool: 'tool' }

export function useNames(): Names {
  const { nameOf } = useGroupNames()
  const t = instanceSettingsTexts.useText()
  return {
    ofGroup: nameOf,
    ofSetting(area, entityId) {
      const key = `${prefixes[area]}.${entityId}`
      return isKey(key) ? t(key) : undefined
    },
  }
}
