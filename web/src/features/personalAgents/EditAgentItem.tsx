import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { newId } from '../../session/http.ts'
import { MenuItem } from '../../ui/mui/Menu.tsx'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { personalEditorPath } from './data/personalAgentPaths.ts'
import { personalAgentsTexts } from './lang/en.ts'
import { useOpenDraft } from './useOpenDraft.ts'

/** Menu item of a personal agent: opens its draft, and creates one if there is none. */
export function EditAgentItem({ gptSystemId, close }: { gptSystemId: string; close: () => void }) {
  const t = personalAgentsTexts.useText()
  const navigate = useNavigateIfHere()
  const [key] = useState(newId)
  const { open, busy } = useOpenDraft()
  async function edit() {
    const draft = await open(gptSystemId, key)
    close()
    if (draft) void navigate(personalEditorPath(draft))
  }
  return (
    <MenuItem aria-disabled={busy} onClick={() => !busy && void edit()}>
      <Pencil size={16} />
      {t('editAgent')}
    </MenuItem>
  )
}
