import { useState } from 'react'
import { leaveDeletedAccount } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { type ErasurePreview, personalDataApi } from './data/api.ts'
import { ErasedAreas } from './ErasedAreas.tsx'
import { personalDataTexts } from './lang/en.ts'

interface Props {
  preview: ErasurePreview
  close: () => void
}

/** Asks before the user deletes their own account. Every page of theirs then leads to the sign-in. */
export function EraseOwnDialog({ preview: { areas, agents, userName }, close }: Props) {
  const t = personalDataTexts.useText()
  const [erase, { isLoading, error }] = personalDataApi.useEraseOwnMutation()
  const [typed, type] = useState('')
  const [tried, attempt] = useState(false)
  const isRight = typed.trim().toLowerCase() === userName.toLowerCase()

  async function confirm() {
    attempt(true)
    if (!isRight || (await erase({ confirmation: typed.trim() })).error) return
    leaveDeletedAccount()
  }

  return (
    <ConfirmDialog
      title={t('eraseOwnTitle')}
      text={t('eraseOwnText')}
      button={t('eraseOwnButton')}
      wide
      dirty={typed !== ''}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    >
      {agents > 0 && <p className="strip w wrap">{t('ownAgentsFirst', { count: agents })}</p>}
      <ErasedAreas areas={areas} />
      <Confirmation userName={userName} typed={typed} type={type} tried={tried && !isRight} />
    </ConfirmDialog>
  )
}

interface ConfirmationProps {
  userName: string
  typed: string
  type: (text: string) => void
  /** Whether another name was sent. */
  tried: boolean
}

/** The username, typed so that no one is erased by mistake. */
export function Confirmation({ userName, typed, type, tried }: ConfirmationProps) {
  const t = personalDataTexts.useText()
  return (
    <TextField
      field="confirmation"
      label={t('confirmation')}
      hint={t('confirmationHint', { userName })}
      error={tried ? t('confirmationWrong', { userName }) : undefined}
      code
      value={typed}
      change={type}
    />
  )
}
