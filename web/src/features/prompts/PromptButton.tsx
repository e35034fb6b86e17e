import { SquareSlash } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { promptsTexts } from './lang/en.ts'
import { withPrompt } from './promptText.ts'
import type { PromptsOf } from './usePrompts.ts'

const PromptPicker = loadLater(async () => (await import('./PromptPicker.tsx')).PromptPicker, { over: true })
const OwnPromptsDialog = loadLater(async () => (await import('./OwnPromptsDialog.tsx')).OwnPromptsDialog, {
  over: true,
})

interface Props {
  of: PromptsOf
  /** The message so far. A `/` alone opens the list. */
  text: string
  setText: (text: string) => void
  focusText: () => void
}

/** Inserts one of the user's prompts, or one that the agent offers, into the message. */
export function PromptButton({ of, text, setText, focusText }: Props) {
  const t = promptsTexts.useText()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'picker' | 'own' | null>(null)
  const before = useRef(text)
  useLoadAhead(PromptPicker)
  useEffect(() => {
    if (text === '/' && before.current === '') setOpen('picker')
    before.current = text
  }, [text])
  const close = () => {
    setOpen(null)
    // Runs after the list closes, because closing restores the previous focus.
    requestAnimationFrame(focusText)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ib"
        data-tour-guide="user-prompts"
        aria-label={t('prompts')}
        title={t('prompts')}
        aria-haspopup="dialog"
        aria-expanded={open === 'picker'}
        onClick={() => setOpen('picker')}
      >
        <SquareSlash size={18} />
      </button>
      <Suspense>
        {open === 'picker' && (
          <PromptPicker
            anchor={button.current}
            of={of}
            manage={() => setOpen('own')}
            choose={(prompt) => {
              setText(withPrompt(text, prompt))
              close()
            }}
            close={close}
          />
        )}
        {open === 'own' && <OwnPromptsDialog close={close} />}
      </Suspense>
    </>
  )
}
