import type { ExecutionDetails } from '../../chatModel/api.ts'
import { executionDetailsTexts } from './lang/en.ts'
import { NeedsAction } from './NeedsAction.tsx'

const roles = {
  system: 'roleSystem',
  user: 'roleUser',
  assistant: 'roleAssistant',
  tool: 'roleTool',
} as const

/** The messages sent to the language model, for users who can see the agent's configuration. */
export function PromptTab({ details: { prompt, promptNeeds } }: { details: ExecutionDetails }) {
  const t = executionDetailsTexts.useText()
  if (promptNeeds.length > 0) return <NeedsAction text="promptNeeds" actions={promptNeeds} />
  if (prompt === null || prompt.length === 0) return <p className="m2">{t('noPrompt')}</p>
  return (
    <ol className="details-prompt">
      {prompt.map(({ role, content }, index) => {
        const name = roles[role.toLowerCase() as keyof typeof roles]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a prompt never change.
          <li key={index}>
            <h3 className="small m3">{name ? t(name) : role}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll long text. */}
            <p className="details-text prose" dir="auto" tabIndex={0}>
              {content}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
