import { exportFormats } from '@parlance/contract/exportFile'
import { Archive, ArchiveRestore, ArrowLeft, Download, FileText, Pencil, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem } from '../../../ui/mui/Menu.tsx'
import type { Conversation } from '../../chatModel/api.ts'
import { conversationTexts } from '../../chatModel/lang/en.ts'
import type { ConversationActions } from './useConversationActions.ts'

interface Props {
  anchor: HTMLElement | null
  open: boolean
  close: () => void
  conversation: Conversation
  actions: ConversationActions
  rename: () => void
}

/** The menu of a conversation. Choosing Export replaces its items with the export formats. */
export function RowMenuItems({ anchor, open, close, conversation, actions, rename }: Props) {
  const t = conversationTexts.useText()
  const [exporting, setExporting] = useState(false)
  const choose = (act: () => unknown) => () => {
    close()
    void act()
  }
  const label = t('options', { title: conversation.title || t('untitled') })
  return (
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
      {exporting
        ? [
            <MenuItem key="back" onClick={() => setExporting(false)}>
              <ArrowLeft size={16} className="flip" />
              {t('back')}
            </MenuItem>,
            ...exportFormats.map((format, index) => (
              <MenuItem
                key={format}
                autoFocus={index === 0}
                onClick={choose(() => actions.save(conversation, format))}
              >
                <FileText size={16} />
                {t(({ txt: 'exportTxt', md: 'exportMd', json: 'exportJson' } as const)[format])}
              </MenuItem>
            )),
            <MenuItem key="print" onClick={choose(() => actions.print(conversation))}>
              <Printer size={16} />
              {t('print')}
            </MenuItem>,
          ]
        : [
            <MenuItem key="rename" onClick={choose(rename)}>
              <Pencil size={16} />
              {t('rename')}
            </MenuItem>,
            conversation.archived ? (
              <MenuItem key="archive" onClick={choose(() => actions.unArchive(conversation))}>
                <ArchiveRestore size={16} />
                {t('unarchive')}
              </MenuItem>
            ) : (
              <MenuItem key="archive" onClick={choose(() => actions.archive(conversation))}>
                <Archive size={16} />
                {t('archive')}
              </MenuItem>
            ),
            <MenuItem key="export" onClick={() => setExporting(true)}>
              <Download size={16} />
              {t('export')}
            </MenuItem>,
            <MenuItem key="delete" onClick={choose(() => actions.remove(conversation))}>
              <Trash2 size={16} />
              {t('delete')}
            </MenuItem>,
          ]}
    </Menu>
  )
}
