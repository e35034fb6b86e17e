import { exportFormats } from '@parlance/contract/exportFile'
import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  Download,
  FileText,
  Link2,
  Pencil,
  Printer,
  Trash2,
} from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'
import { Menu, MenuItem } from '../../../ui/mui/Menu.tsx'
import type { Conversation } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import { type FlagName, useFlags } from '../../instance/data/api.ts'
import { snapshotTexts } from '../../snapshots/lang/en.ts'
import { type UndoPlace, useConversationActions } from '../list/useConversationActions.ts'

const ShareConversationDialog = loadLater(
  async () => (await import('../../snapshots/ShareConversationDialog.tsx')).ShareConversationDialog,
  { over: true },
)
const snapshotFlag: FlagName = 'AllowConversationSnapshots'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  label: string
  /** Null if there is none to act on, for example before the first question. */
  conversation: Conversation | null
  rename: (conversation: Conversation) => void
  undoIn: UndoPlace
  /** Items before and after those of the conversation. */
  before?: ReactNode
  after?: ReactNode[]
}

/**
 * The menu of a conversation, in its row and in the header of the chat. Choosing Export replaces all items with the
 * export formats.
 */
export function ConversationMenu({
  anchor,
  open,
  close,
  label,
  conversation,
  before,
  after,
  ...props
}: Props) {
  const t = conversationTexts.useText()
  const snapshot = snapshotTexts.useText()
  const flags = useFlags()
  const actions = useConversationActions()
  const [exporting, setExporting] = useState(false)
  const [shared, share] = useState<string | null>(null)
  const choose = (act: () => unknown) => () => {
    close()
    void act()
  }

  const ofConversation = (of: Conversation) => [
    <MenuItem key="rename" onClick={choose(() => props.rename(of))}>
      <Pencil size={16} />
      {t('rename')}
    </MenuItem>,
    of.archived ? (
      <MenuItem key="archive" onClick={choose(() => actions.unArchive(of))}>
        <ArchiveRestore size={16} />
        {t('unarchive')}
      </MenuItem>
    ) : (
      <MenuItem key="archive" onClick={choose(() => actions.archive(of))}>
        <Archive size={16} />
        {t('archive')}
      </MenuItem>
    ),
    flags.has(snapshotFlag) && (
      <MenuItem key="share" onClick={choose(() => share(of.conversationId))}>
        <Link2 size={16} />
        {snapshot('share')}
      </MenuItem>
    ),
    <MenuItem key="export" onClick={() => setExporting(true)}>
      <Download size={16} />
      {t('export')}
    </MenuItem>,
    <MenuItem key="delete" onClick={choose(() => actions.remove(of, props.undoIn))}>
      <Trash2 size={16} />
      {t('delete')}
    </MenuItem>,
  ]

  const ofExport = (of: Conversation) => [
    <MenuItem key="back" onClick={() => setExporting(false)}>
      <ArrowLeft size={16} className="flip" />
      {t('back')}
    </MenuItem>,
    ...exportFormats.map((format, index) => (
      <MenuItem key={format} autoFocus={index === 0} onClick={choose(() => actions.save(of, format))}>
        <FileText size={16} />
        {t(({ txt: 'exportTxt', md: 'exportMd', json: 'exportJson' } as const)[format])}
      </MenuItem>
    )),
    <MenuItem key="print" onClick={choose(() => actions.print(of))}>
      <Printer size={16} />
      {t('print')}
    </MenuItem>,
  ]

  return (
    <>
      <Menu
        anchorEl={anchor}
        open={open}
        onClose={close}
        aria-label={label}
        slotProps={{
          transition: { onExited: () => setExporting(false) },
          list: { 'data-tour-guide': 'conversation-options' } as object,
        }}
      >
        {conversation && exporting
          ? ofExport(conversation)
          : [before, ...(conversation ? ofConversation(conversation) : []), ...(after ?? [])]}
      </Menu>
      {shared !== null && (
        <Suspense>
          <ShareConversationDialog conversationId={shared} close={() => share(null)} />
        </Suspense>
      )}
    </>
  )
}
