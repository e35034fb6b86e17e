import { managementTexts } from '../lang/en.ts'
import { writtenVariable } from './promptForm.ts'

/** The prompt variables that people fill in before they ask. */
export function PromptVariables({ variables }: { variables: readonly string[] }) {
  const t = managementTexts.useText()
  if (variables.length === 0) return null
  return (
    <ul className="row prompt-variables" aria-label={t('promptVariables')}>
      {variables.map((name) => (
        <li key={name} className="chip p mono">
          <bdi>{writtenVariable(name)}</bdi>
        </li>
      ))}
    </ul>
  )
}
