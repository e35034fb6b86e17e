import { BookOpenCheck, FileText, Images, Keyboard, ListTree, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { MenuItem } from '../../../ui/mui/Menu.tsx'
import type { Conversation, GptSystemCard } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { guidelinesConsentTexts } from '../../guidelinesConsent/lang/en.ts'
import { EditAgentItem } from '../../personalAgents/EditAgentItem.tsx'
import { personalAgentsTexts } from '../../personalAgents/lang/en.ts'
import { openKeyList } from '../../shortcuts/keyList.ts'
import { canvasTexts } from '../../thread/canvas/lang/en.ts'
import { openDocument } from '../../thread/canvas/openDocument.ts'
import { imageTexts } from '../../thread/generatedImages/lang/en.ts'
import { RemoveTemporaryItem } from '../temporary/RemoveTemporaryItem.tsx'
import { ConversationMenu } from './ConversationMenu.tsx'
import { RenameDialog } from './RenameDialog.tsx'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  onDetails: (() => void) | null
  onGuidelines: (() => void) | null
  /** The agent, if the user can chat with it. */
  card: GptSystemCard | null
  /** Opens the sharing dialog of the user's personal agent. */
  share: () => void
  /** The open conversation, once it is loaded. */
  conversation: Conversation | null
  /** Opens the images of the conversation, if it has any. */
  images: (() => void) | null
}

export function HeaderMenuItems({
  anchor,
  open,
  close,
  onDetails,
  onGuidelines,
  card,
  share,
  conversation,
  images,
}: Props) {
  const t = conversationTexts.useText()
  const guidelines = guidelinesConsentTexts.useText()
  const personal = personalAgentsTexts.useText()
  const image = imageTexts.useText()
  const canvas = canvasTexts.useText()
  const [renamed, rename] = useState<Conversation | null>(null)
  const choose = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <>
      <ConversationMenu
        anchor={anchor}
        open={open}
        close={close}
        label={t('more')}
        // A temporary chat is in no list, so it can only be deleted.
        conversation={conversation?.temporary ? null : conversation}
        rename={rename}
        undoIn="toast"
        before={
          onDetails && (
            <MenuItem key="details" onClick={choose(onDetails)}>
              <ListTree size={16} className="flip" />
              {t('executionDetails')}
            </MenuItem>
          )
        }
        after={[
          onGuidelines && (
            <MenuItem key="guidelines" onClick={choose(onGuidelines)}>
              <BookOpenCheck size={16} />
              {guidelines('title')}
            </MenuItem>
          ),
          card?.mayEdit && <EditAgentItem key="edit" gptSystemId={card.gptSystemId} close={close} />,
          card && isOwn(card) && (
            <MenuItem key="shareAgent" onClick={choose(share)}>
              <UserRoundPlus size={16} />
              {personal('share')}
            </MenuItem>
          ),
          conversation?.temporary && (
            <RemoveTemporaryItem key="temporary" conversation={conversation} close={close} />
          ),
          conversation && (
            <MenuItem
              key="documents"
              onClick={choose(() =>
                openDocument({ conversationId: conversation.conversationId, documentId: null }),
              )}
            >
              <FileText size={16} />
              {canvas('documents')}
            </MenuItem>
          ),
          conversation && images && (
            <MenuItem key="images" onClick={choose(images)}>
              <Images size={16} />
              {image('gallery')}
            </MenuItem>
          ),
          <MenuItem key="keys" onClick={choose(openKeyList)}>
            <Keyboard size={16} />
            {t('keyList')}
          </MenuItem>,
        ]}
      />
      {renamed && <RenameDialog conversation={renamed} close={() => rename(null)} />}
    </>
  )
}

const isOwn = ({ gptSystemType, madeBy }: GptSystemCard) => gptSystemType === 'User' && madeBy === null
