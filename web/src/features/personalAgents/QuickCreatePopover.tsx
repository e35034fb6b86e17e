import Popover from '@mui/material/Popover'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { closeSidebar } from '../../ui/sidebar.ts'
import { toast } from '../../ui/toast.tsx'
import { chatAddress } from '../conversations/chatAddress.ts'
import { faultsOf } from './faults.ts'
import { personalAgentsTexts } from './personalAgentsTexts.ts'
import { useQuickCreate } from './useQuickCreate.ts'
import '../../ui/admin/edit.css'
import './personalAgents.css'

/** Name and description are enough for a personal agent; the chat with it opens when it is made. */
export function QuickCreatePopover({ anchor, close }: { anchor: HTMLElement; close: () => void }) {
  const t = personalAgentsTexts.useText()
  const id = useId()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { className: 'quick-create', role: 'dialog', 'aria-labelledby': id } }}
    >
      <h2 className="h3" id={id}>
        {t('create')}
      </h2>
      <p className="m2 s13">{t('intro')}</p>
      <QuickCreateForm close={close} />
    </Popover>
  )
}

function QuickCreateForm({ close }: { close: () => void }) {
  const t = personalAgentsTexts.useText()
  const id = useId()
  const navigate = useNavigate()
  const [fields, setFields] = useState({ name: '', description: '' })
  const [tried, setTried] = useState(false)
  const { create, error, busy } = useQuickCreate()
  const faults = tried ? faultsOf(fields) : {}
  const descriptionFault = faults.description && t(faults.description)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (busy || Object.keys(faultsOf(fields)).length > 0) return
    const gptSystemId = await create(fields)
    if (!gptSystemId) return
    close()
    closeSidebar()
    toast.success(t('made', { name: fields.name.trim() }))
    void navigate(chatAddress(gptSystemId, null))
  }

  return (
    <form noValidate onSubmit={submit}>
      {Boolean(error) && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          {errorText(error)}
        </p>
      )}
      <TextField
        field="name"
        label={t('name')}
        value={fields.name}
        change={(name) => setFields({ ...fields, name })}
        fault={faults.name && t(faults.name)}
        autoFocus
      />
      <FieldFrame id={id} field="description" label={t('description')} fault={descriptionFault}>
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={3}
          value={fields.description}
          {...described(id, undefined, descriptionFault)}
          onChange={(event) => setFields({ ...fields, description: event.target.value })}
        />
      </FieldFrame>
      <div className="row quick-create-foot">
        <button type="button" className="btn ghost" onClick={close}>
          {t('cancel')}
        </button>
        <button type="submit" className="btn pri" aria-disabled={busy}>
          {t('make')}
        </button>
      </div>
    </form>
  )
}
