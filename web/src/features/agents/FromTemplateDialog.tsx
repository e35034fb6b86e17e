import { limits } from '@parlance/contract/limits'
import { CircleAlert, Info } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { errorText } from '../../ui/errorText.ts'
import { uiTexts } from '../../ui/lang/en.ts'
import { useGuardedClose } from '../../ui/leaveGuard.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { LibraryChoice } from './LibraryChoice.tsx'
import { agentsTexts } from './lang/en.ts'
import { TemplateChoice } from './TemplateChoice.tsx'
import { type AgentTemplate, agentTemplates, nameError, stateOf } from './templates.ts'
import { useCreateFromTemplate } from './useCreateFromTemplate.ts'
import { WhoGetsIt } from './WhoGetsIt.tsx'
import '../../ui/admin/edit.css'
import './agents.css'

interface Props {
  /** Whether new agents start with a deployment. */
  withModel: boolean
  close: () => void
}

/** Creates an agent from a template, a name, and a library if it answers from documents. */
export function FromTemplateDialog({ withModel, close }: Props) {
  const id = useId()
  const t = agentsTexts.useText()
  const common = uiTexts.useText()
  const [template, choose] = useState<AgentTemplate>(agentTemplates[0])
  const [typed, setTyped] = useState<string>()
  const [dataSourceId, setLibrary] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const { guardedClose } = useGuardedClose(typed !== undefined, close)
  const { create, error, busy } = useCreateFromTemplate()
  // Defaults to the template's name.
  const name = typed ?? t(`${template.key}.name`)
  const problem = nameError(name)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (problem || busy) return
    const gptSystemName = name.trim()
    const state = { ...stateOf(template, gptSystemName, t), gptSystemName }
    const created = await create({
      state,
      dataSourceId: template.ofLibrary ? dataSourceId : null,
      publish: true,
    })
    if (!created) return
    toast.success(t('created', { name: gptSystemName }))
    close()
  }

  return (
    <Dialog open onClose={() => !busy && guardedClose()} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form className="dialog" noValidate onSubmit={submit}>
        <h2 className="h3" id={id}>
          {t('newTitle')}
        </h2>
        <p className="m2">{t('newText')}</p>
        <TemplateChoice chosen={template} choose={choose} />
        <TextField
          field="name"
          label={t('name')}
          hint={t('nameHint')}
          value={name}
          error={tried && problem ? t(problem, { max: limits.agentName }) : undefined}
          change={setTyped}
        />
        {template.ofLibrary && <LibraryChoice chosen={dataSourceId} choose={setLibrary} />}
        <WhoGetsIt />
        {!withModel && (
          <p className="strip info">
            <Info size={16} />
            <span className="grow">{t('extracts')}</span>
          </p>
        )}
        {Boolean(error) && (
          <p className="strip e" role="alert">
            <CircleAlert size={16} />
            <span className="grow wrap">{errorText(error)}</span>
          </p>
        )}
        <div className="row actions">
          <button type="button" className="btn ghost" onClick={close}>
            {common('cancel')}
          </button>
          <button type="submit" className="btn pri" aria-disabled={busy}>
            {t('create')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
