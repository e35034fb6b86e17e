import { MessageSquareQuote, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../lang/format.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { EditSection, PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { ReadOnlyBar } from '../../../ui/admin/ReadOnlyBar.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { askToLeave, objectsToLeaving } from '../../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AgentPage } from '../AgentPage.tsx'
import { AgentPages } from '../AgentPages.tsx'
import { agentsPath } from '../data/agentPaths.ts'
import { type ManagedAgent, managementApi, type Prompt } from '../data/api.ts'
import { managementTexts } from '../lang/en.ts'
import { PromptEditor } from './PromptEditor.tsx'
import { PromptRow } from './PromptRow.tsx'
import { writtenVariable } from './promptForm.ts'
import { RemovePromptDialog } from './RemovePromptDialog.tsx'
import '../../../ui/admin/list.css'
import { screenTitle } from '../../frame/screens.ts'

/** /admin/gptsystem/{gptSystemId}/prompts: the prompts that an agent offers. */
export function PromptsPage() {
  return (
    <AgentPage title="promptsTitle">{(agent) => <Prompts key={agent.gptSystemId} agent={agent} />}</AgentPage>
  )
}

function Prompts({ agent: { gptSystemId, name, mayChange } }: { agent: ManagedAgent }) {
  const t = managementTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const ofLists = adminTexts.useText()
  const query = managementApi.useListAgentPromptsInfiniteQuery(
    { gptSystemId },
    { refetchOnMountOrArgChange: true },
  )
  const [edited, edit] = useEdited()
  const [removed, setRemoved] = useState<Prompt>()
  const begin = useFocusBack(edited)
  const move = useMove(gptSystemId)
  const listed = query.data?.pages.flatMap(({ items }) => items) ?? []
  // A prompt deleted by someone else stays in the list while it is edited, so no input is lost.
  const isGone = edited !== 'new' && edited && !listed.some(({ promptId }) => promptId === edited.promptId)
  const shown = isGone ? [...listed, edited] : listed
  const editor = (prompt: Prompt | undefined) => (
    <PromptEditor gptSystemId={gptSystemId} prompt={prompt} close={() => edit(undefined, true)} />
  )

  return (
    <PlainEditPage
      head={
        <PageHead
          title={t('promptsTitle', { name })}
          parent={{ title: screenTitle('agents'), path: agentsPath }}
          pages={<AgentPages gptSystemId={gptSystemId} current="prompts" />}
        >
          {mayChange && (
            <button type="button" className="btn pri" ref={begin} onClick={() => edit('new')}>
              <Plus size={16} />
              {t('newPrompt')}
            </button>
          )}
        </PageHead>
      }
      bar={
        mayChange ? undefined : (
          <ReadOnlyBar>{t('readOnly', { action: fullNameOf('GptSystemsWriteSpecific') })}</ReadOnlyBar>
        )
      }
    >
      <EditSection title={t('prompts')} hint={`${t('promptsIntro')} ${t('promptsHint')}`}>
        {edited === 'new' && editor(undefined)}
        {query.data ? (
          <ul className="prompts">
            {shown.map((prompt, place) => (
              <li key={prompt.promptId}>
                {edited !== 'new' && edited?.promptId === prompt.promptId ? (
                  editor(prompt)
                ) : (
                  <PromptRow
                    prompt={prompt}
                    mayChange={mayChange}
                    moveUp={place > 0 ? () => move(prompt, 'Up', place) : undefined}
                    moveDown={
                      place < shown.length - 1 || query.hasNextPage
                        ? () => move(prompt, 'Down', place + 2)
                        : undefined
                    }
                    edit={() => edit(prompt)}
                    remove={() => setRemoved(prompt)}
                  />
                )}
              </li>
            ))}
          </ul>
        ) : query.isError ? (
          <LoadError error={query.error} retry={query.refetch} />
        ) : (
          <ListSkeleton columns={1} />
        )}
        {query.data && shown.length === 0 && edited !== 'new' && (
          <EmptyList
            Icon={MessageSquareQuote}
            text={t('promptsEmpty', { example: writtenVariable(t('promptsUnnamed')) })}
          />
        )}
        {query.isFetchNextPageError && <LoadError error={query.error} retry={query.fetchNextPage} />}
        {query.hasNextPage && !query.isFetchNextPageError && (
          <button
            type="button"
            className="btn ghost list-more"
            aria-disabled={query.isFetchingNextPage}
            onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
          >
            {ofLists('more')}
          </button>
        )}
      </EditSection>
      {removed && (
        <RemovePromptDialog gptSystemId={gptSystemId} prompt={removed} close={() => setRemoved(undefined)} />
      )}
    </PlainEditPage>
  )
}

/** Moves prompts one at a time and announces the new position. */
function useMove(gptSystemId: string) {
  const t = managementTexts.useText()
  const [send, { isLoading }] = managementApi.useMoveAgentPromptMutation()
  return async (
    { promptId, title, version }: Prompt,
    direction: 'Up' | 'Down',
    place: number,
  ): Promise<void> => {
    if (isLoading) return
    const { error } = await send({ gptSystemId, promptId, version, direction })
    if (error) toast.error(errorText(error))
    else toast.success(t('promptMoved', { title, place: formatNumber(place) }))
  }
}

type Edited = Prompt | 'new' | undefined

/**
 * Tracks the prompt being edited. Only one is open at a time, and unsaved changes are confirmed before another
 * opens.
 */
function useEdited() {
  const [edited, setEdited] = useState<Edited>()
  const edit = (next: Edited, settled = false) => {
    if (!settled && objectsToLeaving()) askToLeave(() => setEdited(next))
    else setEdited(next)
  }
  return [edited, edit] as const
}

/** Restores the focus after the form closes, to the button that opens a new prompt. */
function useFocusBack(edited: Edited) {
  const begin = useRef<HTMLButtonElement>(null)
  const before = useRef(edited)
  useEffect(() => {
    if (before.current && !edited) begin.current?.focus()
    before.current = edited
  }, [edited])
  return begin
}
