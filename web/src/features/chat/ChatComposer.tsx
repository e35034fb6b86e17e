import { Suspense } from 'react'
import { useAgentName } from '../../ui/agentName.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { conversationsApi } from '../chatModel/api.ts'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { Composer } from '../composer/Composer.tsx'
import { DeploymentButton } from '../composer/DeploymentButton.tsx'
import { otherAgentsTexts } from '../composer/otherAgents/lang/en.ts'
import { UsageNote } from '../composer/UsageNote.tsx'
import { isThere, useCanSee } from '../composer/useCanSee.ts'
import { hasAgent } from '../thread/useThread.ts'
import { focusComposer } from './data/focusComposer.ts'
import { useOpenPanel } from './openPanel.ts'
import { TemporaryNote } from './temporary/Temporary.tsx'
import { AgentGoneNote } from './updates/AgentGoneNote.tsx'
import { GoneNote, isGone } from './updates/GoneNote.tsx'
import type { ChatPageState } from './useChatPage.ts'
import { useMention } from './useMention.ts'
import { useResearch } from './useResearch.ts'

const HandsFreeButton = loadLater(async () => (await import('../handsFree/HandsFreeButton.tsx')).default)
const HandsFreePanel = loadLater(async () => (await import('../handsFree/HandsFreePanel.tsx')).default)
const AvatarButton = loadLater(async () => (await import('../avatar/AvatarButton.tsx')).default)
const ResearchButton = loadLater(async () => (await import('../research/ResearchButton.tsx')).default)
const PlanDialog = loadLater(async () => (await import('../research/PlanDialog.tsx')).default, { over: true })
const AvatarPanel = loadLater(async () => (await import('../avatar/AvatarPanel.tsx')).default)

/** The composer for the next question. It goes to the chat's agent, or to another one mentioned with `@`. */
export function ChatComposer({ page }: { page: ChatPageState }) {
  const { agent, conversation, deployment, draftOf, shown, reconnecting, stream } = page
  const t = otherAgentsTexts.useText()
  const common = conversationTexts.useText()
  const named = useAgentName()
  const own = conversation?.gptSystem ?? agent.current
  const mention = useMention(page)
  const { asked } = mention
  // For users with only one agent, @ is an ordinary character.
  const hasOthers = agent.agents.some(({ gptSystemId }) => gptSystemId !== own?.gptSystemId)
  const other = conversationsApi.useGetGptSystemDetailsQuery(
    { gptSystemId: asked?.gptSystemId ?? '' },
    { skip: asked === null },
  )
  const { currentData: details, isFetching } = asked ? other : agent.details
  const isLost = !hasAgent(page)
  const gptSystemId = (asked ?? (isLost ? null : own))?.gptSystemId
  const canSee = useCanSee(gptSystemId, asked ? undefined : deployment.current)
  const gone = isGone(page)
  const [panel, setPanel] = useOpenPanel(page)
  const research = useResearch(page, !asked && !isLost && details?.allowsResearch === true)
  const closePanel = () => {
    setPanel(null)
    focusComposer()
  }
  return (
    <>
      <Composer
        draftOf={draftOf}
        agentName={own && named(own.name)}
        prompts={gptSystemId ? { gptSystemId } : undefined}
        first={shown.length === 0}
        reconnecting={reconnecting}
        note={
          gone ? (
            <GoneNote page={page} draftOf={draftOf} />
          ) : isLost && conversation ? (
            <AgentGoneNote
              conversationId={conversation.conversationId}
              own={conversation.gptSystem.gptSystemId}
              hasOthers={hasOthers}
            />
          ) : (
            <>
              {page.temporary && shown.length === 0 && <TemporaryNote />}
              {gptSystemId && <UsageNote gptSystemId={gptSystemId} />}
              {gptSystemId && panel === 'Voice' && (
                <Suspense>
                  <HandsFreePanel
                    gptSystemId={gptSystemId}
                    ask={(question) => page.asking.next(question, undefined, asked)}
                    stopAnswer={() => {
                      if (stream.answering) void stream.stop()
                    }}
                    onClose={closePanel}
                  />
                </Suspense>
              )}
              {panel === 'Avatar' && (
                <Suspense>
                  <AvatarPanel latest={shown.at(-1)} close={closePanel} />
                </Suspense>
              )}
            </>
          )
        }
        // Before a question is sent to be researched, the page must know whether it can be.
        busy={gone || (isLost && !asked) || (research.isOn && isFetching && !details)}
        canSee={canSee}
        dictatesTo={gptSystemId ?? null}
        takesFiles={isThere(details, 'FileSearch')}
        mention={hasOthers ? mention : undefined}
        tools={
          <>
            {research.isAllowed && (
              <Suspense>
                <ResearchButton isOn={research.isOn} toggle={research.toggle} />
              </Suspense>
            )}
            {gptSystemId && (
              <Suspense>
                <HandsFreeButton
                  isOpen={panel === 'Voice'}
                  toggle={() => setPanel(panel === 'Voice' ? null : 'Voice')}
                />
              </Suspense>
            )}
            <Suspense>
              <AvatarButton
                isOpen={panel === 'Avatar'}
                toggle={() => setPanel(panel === 'Avatar' ? null : 'Avatar')}
              />
            </Suspense>
            {!asked && !isLost && <DeploymentButton {...deployment} />}
          </>
        }
        placeholder={
          isLost && !asked && hasOthers
            ? common('askNobody')
            : details?.ux.placeholder || (asked ? t('askPlaceholder', { agent: asked.name }) : undefined)
        }
        disclaimer={agent.details.currentData?.ux.disclaimer}
        onSend={(question, sent) => {
          page.asking.next(question, sent, asked)
          mention.drop()
        }}
        review={research.review}
        onStop={() => void stream.stop()}
      />
      {research.planned && gptSystemId && (
        <Suspense>
          <PlanDialog
            draftOf={draftOf}
            gptSystemId={gptSystemId}
            question={research.planned.question}
            following={research.following}
            deployment={asked ? undefined : deployment.sent}
            start={research.start}
            cancel={research.cancel}
          />
        </Suspense>
      )}
    </>
  )
}
