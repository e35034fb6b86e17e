import { colorSets } from '@parlance/contract/theme/brand'
import { useEffect, useState } from 'react'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { brandsTexts } from '../lang/en.ts'
import { ColorSetField, type SetName } from './ColorSetField.tsx'
import type { Editing } from './editing.ts'
import { Inheritance } from './Inheritance.tsx'

type Shade = Parameters<Parameters<typeof ColorSetField>[0]['choose']>[0]
const hints = {
  primary: 'hintPrimary',
  secondary: 'hintSecondary',
  info: 'hintInfo',
  success: 'hintSuccess',
  warning: 'hintWarning',
  error: 'hintError',
  menu: 'hintMenu',
} as const

interface Props {
  editing: Editing
  /** The color to open. */
  wanted: { path: string } | undefined
}

/** Tracks the one open shade. A color that needs attention opens automatically. */
export function useOpenShade(wanted: Props['wanted'], first: SetName) {
  const [open, setOpen] = useState<[SetName, Shade]>([first, 'main'])
  useEffect(() => {
    const [field, shade] = wanted?.path.split('.') ?? []
    if (field && shade && field in hints) setOpen([field as SetName, shade as Shade])
  }, [wanted])
  return {
    open: (name: SetName): Shade | undefined => (open[0] === name ? open[1] : undefined),
    choose: (name: SetName) => (shade: Shade) => setOpen([name, shade]),
  }
}

export function ColorsTab({ editing, wanted }: Props) {
  const t = brandsTexts.useText()
  const { open, choose } = useOpenShade(wanted, 'primary')
  const { look, set, readOnly } = editing
  return (
    <>
      {colorSets.map((name) => (
        <ColorSetField
          key={name}
          editing={editing}
          name={name}
          hint={t(hints[name])}
          open={open(name)}
          choose={choose(name)}
        />
      ))}
      <div className="color-foot">
        <SwitchField
          field="useGradientButtons"
          label={t('useGradientButtons')}
          hint={t('gradientHint')}
          on={look.useGradientButtons}
          disabled={readOnly}
          change={(on) => set('useGradientButtons', on)}
          aside={<Inheritance editing={editing} field="useGradientButtons" />}
        />
      </div>
    </>
  )
}

export const hintOf = (name: SetName) => hints[name]
