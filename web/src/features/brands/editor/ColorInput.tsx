import { Pipette } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { isColor } from '../brandForm.ts'
import { brandsTexts } from '../lang/en.ts'

interface EyeDropper {
  open: () => Promise<{ sRGBHex: string }>
}

interface Props {
  path: string
  /** What the color is used for. */
  name: string
  /** The raw input, which can be an invalid color. */
  value: string
  change: (hex: string) => void
  leave: () => void
  error: string | undefined
  /** The color used while the input is empty or invalid. */
  instead: string
  readOnly?: boolean
  hint?: string
}

/** A color input: hex digits, a palette, or an eyedropper if the browser supports it. */
export function ColorInput(props: Props) {
  const { path, name, value, change, leave, error, instead, readOnly = false, hint } = props
  const t = brandsTexts.useText()
  const id = useId()
  const picker = (globalThis as { EyeDropper?: new () => EyeDropper }).EyeDropper

  async function pickFromScreen() {
    // Escape cancels the eyedropper without a color.
    const picked = await new picker!().open().catch(() => undefined)
    if (picked && isColor(picked.sRGBHex)) change(picked.sRGBHex)
  }

  return (
    <div className="color-input" data-path={path}>
      <div className="row">
        <div className="in color-field">
          <input
            type="color"
            className="color-palette"
            aria-label={t('pickColor', { field: name })}
            value={isColor(value) ? value.toLowerCase() : instead}
            disabled={readOnly}
            onChange={(event) => change(event.target.value)}
          />
          <input
            className="mono"
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            maxLength={9}
            aria-label={t('hexOf', { field: name })}
            aria-invalid={Boolean(error) || undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            value={value}
            placeholder={instead}
            disabled={readOnly}
            onChange={(event) => change(event.target.value.trim())}
            onBlur={() => {
              if (isColor(`#${value}`)) change(`#${value}`)
              else leave()
            }}
          />
        </div>
        {picker && !readOnly && (
          <button
            type="button"
            className="ib"
            aria-label={t('pickScreen', { field: name })}
            title={t('pickScreen', { field: name })}
            onClick={() => void pickFromScreen()}
          >
            <Pipette size={16} />
          </button>
        )}
        {hint && <span className="hint grow">{hint}</span>}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
