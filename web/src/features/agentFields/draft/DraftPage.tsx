import type { ReactNode } from 'react'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { AgentValue } from '../AgentValue.tsx'
import { agentFieldsTexts } from '../lang/en.ts'
import { useTestCompanion } from '../useTestCompanion.tsx'
import { Warnings } from '../Warnings.tsx'
import type { Draft } from './useDraft.ts'
import './draft.css'

interface Props {
  draft: Draft
  /** Identifies the draft. */
  mark: ReactNode
  head: ReactNode
  bar: ReactNode
  /** The draft's fields. */
  children: ReactNode
}

/** A draft with its test chat and the edit conflict dialog. */
export function DraftPage({ draft, mark, head, bar, children }: Props) {
  const t = agentFieldsTexts.useText()
  const companion = useTestCompanion({ draft, mark })
  const { form, state } = draft
  return (
    <>
      <PlainEditPage head={head} companion={companion} wanted={form.wanted} bar={bar}>
        <Warnings warnings={state.warnings} />
        {children}
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(field)}
        show={(_, value) => <AgentValue value={value} />}
      />
    </>
  )
}
