import { limits } from '@parlance/contract/limits'
import { useState } from 'react'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../ui/admin/PlainEditPage.tsx'
import { SaveBar } from '../../ui/admin/SaveBar.tsx'
import { useSaveKey } from '../../ui/admin/useSaveKey.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { useNavigateIfHere, useNavigateNow } from '../../ui/navigate.ts'
import { toast } from '../../ui/toast.tsx'
import { agentFieldsTexts } from '../agentFields/lang/en.ts'
import { LibraryChoice } from '../agents/LibraryChoice.tsx'
import { agentsTexts } from '../agents/lang/en.ts'
import { TemplateChoice } from '../agents/TemplateChoice.tsx'
import { type AgentTemplate, agentTemplates, nameError, stateOf } from '../agents/templates.ts'
import { useCreateFromTemplate } from '../agents/useCreateFromTemplate.ts'
import { NoPermission } from '../frame/NoPermission.tsx'
import { screenTitle } from '../frame/screens.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { agentsPath, editAgentPath } from './data/agentPaths.ts'
import { managementTexts } from './lang/en.ts'
import { useAgentRights } from './useAgentRights.ts'

/** /admin/gptsystem/new: creates a draft from a template and a name, then opens the editor. */
export function NewAgentPage() {
  const t = managementTexts.useText()
  const { mayCreate } = useAgentRights()
  usePageTitle(t('newTitle'))
  if (!mayCreate) return <NoPermission action="GptSystemsCreate" />
  return <NewAgent />
}

function NewAgent() {
  const t = managementTexts.useText()
  const words = agentFieldsTexts.useText()
  const of = agentsTexts.useText()
  const navigate = useNavigateNow()
  const navigateIfHere = useNavigateIfHere()
  const [template, choose] = useState<AgentTemplate>(agentTemplates[0])
  const [typed, setTyped] = useState<string>()
  const [dataSourceId, setLibrary] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const { create, error, busy } = useCreateFromTemplate()
  const lift = useLeaveGuard(typed !== undefined && typed.trim() !== '')
  const name = typed ?? of(`${template.key}.name`)
  const problem = nameError(name)
  useSaveKey(() => void submit())

  async function submit() {
    setTried(true)
    if (problem || busy) return
    const gptSystemName = name.trim()
    const state = { ...stateOf(template, gptSystemName, of), gptSystemName }
    const gptSystemId = await create({
      state,
      dataSourceId: template.ofLibrary ? dataSourceId : null,
      publish: false,
    })
    if (!gptSystemId) return
    lift()
    toast.success(t('created', { name: gptSystemName }))
    void navigateIfHere(editAgentPath(gptSystemId), { replace: true })
  }

  return (
    <PlainEditPage
      head={<PageHead title={t('newTitle')} parent={{ title: screenTitle('agents'), path: agentsPath }} />}
      bar={
        <SaveBar
          creating
          changes={0}
          errors={tried && problem ? 1 : 0}
          error={error}
          saving={busy}
          label={t('create')}
          cancel={() => void navigate(agentsPath)}
          save={() => void submit()}
        />
      }
    >
      <EditSection title={of('template')} hint={t('newHint')}>
        <TemplateChoice chosen={template} choose={choose} />
      </EditSection>
      <EditSection title={words('gptSystemName')} hint={of('nameHint')}>
        <TextField
          field="gptSystemName"
          label={words('gptSystemName')}
          value={name}
          error={tried && problem ? of(problem, { max: limits.agentName }) : undefined}
          change={setTyped}
        />
        {template.ofLibrary && <LibraryChoice chosen={dataSourceId} choose={setLibrary} />}
      </EditSection>
    </PlainEditPage>
  )
}
