import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { personalDataApi } from '../personalData/data/api.ts'
import { erasurePath } from '../personalData/data/personalDataPaths.ts'
import { ErasedAreas } from '../personalData/ErasedAreas.tsx'
import { Confirmation } from '../personalData/EraseOwnDialog.tsx'
import { personalDataTexts } from '../personalData/lang/en.ts'

interface Props {
  person: { userId: string; name: string }
  /** Opens the transfer of the user's agents instead. */
  transfer: () => void
  /** Lets the page be left without asking about unsaved changes. */
  lift: () => void
  close: () => void
}

/** Shows what erasing a user deletes and what remains, asks for the username, and leads to the statement. */
export function EraseUserDialog({ person: { userId, name }, transfer, lift, close }: Props) {
  const t = personalDataTexts.useText()
  const navigate = useNavigateIfHere()
  const preview = personalDataApi.usePreviewErasureQuery({ userId }, { refetchOnMountOrArgChange: true })
  const [erase, { isLoading, error }] = personalDataApi.useEraseMutation()
  const [typed, type] = useState('')
  const [tried, attempt] = useState(false)
  const { currentData: data } = preview
  const isRight = data !== undefined && typed.trim().toLowerCase() === data.userName.toLowerCase()

  async function confirm() {
    attempt(true)
    if (!isRight) return
    const answer = await erase({ userId, confirmation: typed.trim() })
    if (answer.error) return
    lift()
    // The name is sent, so leaving the page doesn't ask about it any more.
    flushSync(close)
    await navigate(erasurePath(answer.data.erasureId))
  }

  return (
    <ConfirmDialog
      title={t('eraseTitle', { name })}
      text={t('eraseText')}
      button={t('eraseButton', { name })}
      wide
      dirty={typed !== ''}
      busy={isLoading}
      error={error}
      confirm={data && (() => void confirm())}
      close={close}
    >
      {preview.error ? <LoadError error={preview.error} retry={() => void preview.refetch()} /> : null}
      {!data && !preview.error && <p role="status">{t('counting')}</p>}
      {data && data.agents > 0 && (
        <div className="strip w erase-agents">
          <span className="grow wrap">{t('agentsFirst', { count: data.agents, name })}</span>
          <button type="button" className="btn out sm" onClick={transfer}>
            {t('transferFirst')}
          </button>
        </div>
      )}
      {data && <ErasedAreas areas={data.areas} />}
      {data && <Confirmation userName={data.userName} typed={typed} type={type} tried={tried && !isRight} />}
    </ConfirmDialog>
  )
}
