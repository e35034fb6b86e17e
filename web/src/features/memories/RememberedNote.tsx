import { Bookmark, BookmarkX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../transport/apiError.ts'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { memoriesApi } from './data/api.ts'
import { memoriesTexts } from './lang/en.ts'
import { shortened } from './shownMemories.ts'
import { useFresh } from './useFresh.ts'
import './memories.css'

/**
 * What an answer has remembered, with *Undo*. The text is only in the memory, so this shows it as it is now, and no
 * longer once it is deleted.
 */
export function RememberedNote({ memoryId }: { memoryId: string }) {
  const t = memoriesTexts.useText()
  const { currentData, refetch } = memoriesApi.useGetNamedMemoryQuery(
    { memoryId },
    { refetchOnMountOrArgChange: true },
  )
  useFresh(refetch)
  const [remove, { isLoading }] = memoriesApi.useRemoveMemoryMutation()
  const [isUndone, setUndone] = useState(false)
  const note = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isUndone) note.current?.focus()
  }, [isUndone])
  async function undo() {
    if (isLoading) return
    const { error: failure } = await remove({ memoryId })
    const isGone = problemOf(failure)?.code === 'memory.notFound'
    if (isGone) toast.success(t('alreadyDeleted'))
    else if (failure) return toast.error(errorText(failure))
    setUndone(true)
  }
  const isDeleted = isUndone || (currentData?.allowed === true && currentData.memory === null)
  const text = isDeleted ? undefined : currentData?.memory?.text
  return (
    <p className="remembered" data-deleted={isDeleted || undefined}>
      {isDeleted ? <BookmarkX size={14} /> : <Bookmark size={14} />}
      {text === undefined ? (
        <span ref={note} tabIndex={-1}>
          {t(isDeleted ? 'deleted' : 'rememberedSomething')}
        </span>
      ) : (
        <>
          <span className="remembered-text">
            {t('remembered')} <bdi>{text}</bdi>
          </span>
          <button
            type="button"
            aria-label={t('undoOf', { text: shortened(text) })}
            aria-disabled={isLoading}
            onClick={() => void undo()}
          >
            {t('undo')}
          </button>
        </>
      )}
    </p>
  )
}
