import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useHoldPage } from '../../base/useHoldPage.ts'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { errorText, requestIdOf } from '../../ui/errorText.ts'
import { Popover } from '../../ui/mui/Popover.tsx'
import { closeSidebar } from '../../ui/sidebar.ts'
import { toast } from '../../ui/toast.tsx'
import { agentFieldsTexts } from '../agentFields/lang/en.ts'
import { personalEditorPath } from './data/personalAgentPaths.ts'
import { errorsOf } from './errors.ts'
import { groupedErrors } from './groupedErrors.ts'
import { personalAgentsTexts } from './lang/en.ts'
import { useQuickCreate } from './useQuickCreate.ts'
import '../../ui/admin/edit.css'
import './personalAgents.css'
import { useNavigateIfHere } from '../../ui/navigate.ts'

/** Creates a personal agent from a name and a description, then opens its editor. */
export function QuickCreatePopover({ anchor, close }: { anchor: HTMLElement; close: () => void }) {
  const t = personalAgentsTexts.useText()
  const id = useId()
  const quick = useQuickCreate()
  return (
    <Popover
      open
      anchorEl={anchor}
      // Creation can't be canceled halfway.
      onClose={() => !quick.busy && close()}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { className: 'quick-create', role: 'dialog', 'aria-labelledby': id } }}
    >
      <h2 className="h3" id={id}>
        {t('create')}
      </h2>
      <p className="m2 s13">{t('intro')}</p>
      <QuickCreateForm {...quick} close={close} />
    </Popover>
  )
}

type Form = ReturnType<typeof useQuickCreate> & { close: () => void }

function QuickCreateForm({ create, error, busy, close }: Form) {
  const t = personalAgentsTexts.useText()
  const id = useId()
  const navigate = useNavigateIfHere()
  const [fields, setFields] = useState({ name: '', description: '' })
  const [tried, setTried] = useState(false)
  useHoldPage(fields.name !== '' || fields.description !== '')
  const errors = tried ? errorsOf(fields) : {}
  const descriptionError = errors.description && t(errors.description)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (busy || Object.keys(errorsOf(fields)).length > 0) return
    const configStateId = await create(fields)
    if (!configStateId) return toast.error(t('failed'))
    close()
    closeSidebar()
    toast.success(t('created', { name: fields.name.trim() }))
    void navigate(personalEditorPath(configStateId))
  }

  return (
    <form noValidate onSubmit={submit}>
      {Boolean(error) && <Refusal error={error} />}
      <TextField
        field="name"
        label={t('name')}
        value={fields.name}
        change={(name) => setFields({ ...fields, name })}
        error={errors.name && t(errors.name)}
        autoFocus
      />
      <FieldFrame id={id} field="description" label={t('description')} error={descriptionError}>
        <textarea
          id={id}
          className="in"
          dir="auto"
          rows={3}
          value={fields.description}
          {...described(id, undefined, descriptionError)}
          onChange={(event) => setFields({ ...fields, description: event.target.value })}
        />
      </FieldFrame>
      <div className="row quick-create-foot">
        <button type="button" className="btn ghost" disabled={busy} onClick={close}>
          {t('cancel')}
        </button>
        <button type="submit" className="btn pri" aria-disabled={busy}>
          {t('make')}
        </button>
      </div>
    </form>
  )
}

/** The server's errors, grouped by field. The input stays and can be sent again. */
function Refusal({ error }: { error: unknown }) {
  const t = agentFieldsTexts.useText()
  const groups = groupedErrors(error)
  const requestId = requestIdOf(error)
  return (
    <div className="strip e quick-create-refusal" role="alert">
      <CircleAlert size={16} />
      <div className="grow">
        {groups.length === 0 && <p>{errorText(error)}</p>}
        {groups.length > 0 && (
          <ul>
            {groups.map(({ key, messages }) => (
              <li key={key}>
                <strong>{t(key as 'gptSystemName', { defaultValue: key })}</strong>
                <ul>
                  {messages.map((message) => (
                    <li key={message}>
                      <bdi>{message}</bdi>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
        {requestId && <p className="small mono m3">{requestId}</p>}
      </div>
    </div>
  )
}
