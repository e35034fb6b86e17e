import { limits } from '@parlance/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { useHoldPage } from '../../../base/useHoldPage.ts'
import { isComposing } from '../../../ui/composing.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'

interface Props {
  title: string
  /** Resolves to whether it was saved. If not, the input stays. */
  save: (title: string) => Promise<boolean>
  close: () => void
}

/** An inline title field: Enter saves, Escape or a click outside cancels. */
export function TitleField({ title, save, close }: Props) {
  const t = conversationTexts.useText()
  const [value, setValue] = useState(title)
  const [saving, setSaving] = useState(false)
  useHoldPage(value !== title)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Runs after the menu closes, because closing returns the focus to its button.
    const frame = requestAnimationFrame(() => field.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    const onDown = (event: PointerEvent) => {
      if (!field.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', onDown)
    return () => document.removeEventListener('pointerdown', onDown)
  }, [close])
  return (
    <form
      className="title-form"
      onSubmit={async (event) => {
        event.preventDefault()
        if (saving) return
        const wanted = value.trim()
        if (wanted === title) return close()
        setSaving(true)
        const saved = await save(wanted)
        setSaving(false)
        if (saved) close()
      }}
    >
      <input
        ref={field}
        className="in"
        dir="auto"
        value={value}
        required
        pattern=".*\S.*"
        title={t('titleHint')}
        maxLength={limits.conversationTitle}
        aria-label={t('titleField')}
        readOnly={saving}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          // Keeps the keys from reaching the list and the page's shortcuts.
          event.stopPropagation()
          if (event.key === 'Escape' && !isComposing(event)) close()
        }}
      />
    </form>
  )
}
