import { SquareSlash } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { loadLater, useLoadAhead } from '../../ui/loadLater.tsx'
import { promptsTexts } from './promptsTexts.ts'
import { withPrompt } from './promptText.ts'

const PromptPicker = loadLater(async () => (await import('./PromptPicker.tsx')).PromptPicker, { over: true })
const OwnPromptsDialog = loadLater(async () => (await import('./OwnPromptsDialog.tsx')).OwnPromptsDialog, {
  over: true,
})

interface Props {
  gptSystemId: string
  /** What is written so far: a `/` alone opens the list. */
  text: string
  setText: (text: string) => void
  focusText: () => void
}

/** Puts a prompt of one's own, or one that the agent offers, into the message. */
export function PromptButton({ gptSystemId, text, setText, focusText }: Props) {
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
    // After the list, which gives the focus back to where it was.
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
            gptSystemId={gptSystemId}
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
