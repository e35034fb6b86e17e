import { screenNames } from '@parlance/contract/screens'
import { Bot, Library } from 'lucide-react'
import { ChoiceField } from '../../ui/admin/fields/ChoiceField.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { useFoundAgents } from '../agents/data/useFoundAgents.ts'
import { useFoundLibraries } from '../dataSources/data/useFoundLibraries.ts'
import { screenTitle } from '../frame/screens.ts'
import type { ThingKind } from './data/api.ts'
import { explainTexts } from './lang/en.ts'
import { type Chosen, OneChoice } from './OneChoice.tsx'

interface Props {
  kind: ThingKind
  thing: Chosen | undefined
  known: string | undefined
  chooseKind: (kind: ThingKind) => void
  choose: (thing: Chosen | undefined) => void
}

const kinds = ['GptSystem', 'DataSource', 'Screen'] as const

/** Chooses the agent, file library or administration page to explain. */
export function ThingChoice({ kind, thing, known, chooseKind, choose }: Props) {
  const t = explainTexts.useText()
  const named = useAgentName()
  return (
    <div className="explain-thing">
      <ChoiceField
        field="kind"
        label={t('thing')}
        value={kind}
        change={chooseKind}
        options={kinds.map((key) => ({ key, label: t(`kind${key}`) }))}
      />
      {kind === 'Screen' ? (
        <ScreenChoice thing={thing} choose={choose} />
      ) : (
        <OneChoice
          key={kind}
          label={t(kind === 'GptSystem' ? 'findAgent' : 'findLibrary')}
          Icon={kind === 'GptSystem' ? Bot : Library}
          useFound={kind === 'GptSystem' ? useFoundAgents : useFoundLibraries}
          chosen={thing && (known === undefined ? (thing.name ?? t('thisAgent')) : named(known))}
          choose={choose}
        />
      )}
    </div>
  )
}

function ScreenChoice({ thing, choose }: Pick<Props, 'thing' | 'choose'>) {
  const t = explainTexts.useText()
  return (
    <select
      className="in"
      aria-label={t('choosePage')}
      value={thing?.id ?? ''}
      onChange={(event) => choose(event.target.value ? { id: event.target.value } : undefined)}
    >
      <option value="">{t('choosePage')}</option>
      {screenNames.map((name) => (
        <option key={name} value={name}>
          {screenTitle(name)}
        </option>
      ))}
    </select>
  )
}
