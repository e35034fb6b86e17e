import { useId } from 'react'
import { languageName } from './languageName.ts'

interface Props {
  label: string
  hint: string
  installed: readonly string[]
  chosen: readonly string[]
  most: number
  change: (languages: string[]) => void
}

/** The language packs to read with: at least one. */
export function ChosenLanguages({ label, hint, installed, chosen, most, change }: Props) {
  const id = useId()
  const all = [...new Set([...installed, ...chosen])]
  const toggle = (language: string) =>
    change(chosen.includes(language) ? chosen.filter((one) => one !== language) : [...chosen, language])
  return (
    <fieldset className="scans-languages" aria-describedby={id} data-field="ocrLanguages">
      <legend className="switch-label">{label}</legend>
      {all.map((language) => {
        const isChosen = chosen.includes(language)
        return (
          <label key={language} className="row">
            <input
              type="checkbox"
              className="check"
              checked={isChosen}
              disabled={isChosen ? chosen.length === 1 : chosen.length >= most}
              onChange={() => toggle(language)}
            />
            <bdi>{languageName(language)}</bdi>
          </label>
        )
      })}
      <div className="hint" id={id}>
        {hint}
      </div>
    </fieldset>
  )
}
