import { limits } from '@parlance/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { isComposing } from '../../../ui/composing.ts'
import { conversationTexts } from '../../chatModel/conversationTexts.ts'

interface Props {
  title: string
  /** Answers whether it was saved: what was typed stays where it was not. */
  save: (title: string) => Promise<boolean>
  close: () => void
}

/** The title in the row's place: Enter saves, Escape or a click elsewhere cancels. */
export function TitleField({ title, save, close }: Props) {
  const t = conversationTexts.useText()
  const [value, setValue] = useState(title)
  const [saving, setSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The menu gives the focus back to its button when it closes.
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
          // The arrows of the list and the keys of the page are not meant.
          event.stopPropagation()
          if (event.key === 'Escape' && !isComposing(event)) close()
        }}
      />
    </form>
  )
}
