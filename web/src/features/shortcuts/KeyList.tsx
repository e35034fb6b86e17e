import { X } from 'lucide-react'
import { useObservable } from '../../base/useObservable.ts'
import { changeSettings, settings } from '../../theme/settings.ts'
import { Dialog } from '../../ui/mui/Dialog.tsx'
import { conversationTexts } from '../chatModel/lang/en.ts'
import { closeKeyList, withControl } from './keyList.ts'
import { keysOf } from './sendKey.ts'
import './keyList.css'

/** All keyboard shortcuts of the chat screen, with a switch for those without Ctrl or ⌘. */
export default function KeyList() {
  const t = conversationTexts.useText()
  const { singleKeys, sendKey } = useObservable(settings)
  const { send, sendAlways, newLine } = keysOf(sendKey)
  const keys: [string, string][] = [
    [t('keySend'), send],
    [t('keyBreak'), newLine],
    [t('keySendAlways'), sendAlways],
    [t('keyEdit'), '↑'],
    [t('keyStop'), 'Esc'],
    [t('newChat'), withControl('⇧ O')],
    [t('keySidebar'), withControl('B')],
    [t('keyRowMenu'), '⇧ F10'],
    [t('executionDetails'), withControl('.')],
    [t('jump'), 'End'],
  ]
  const single: [string, string][] = [
    [t('search'), '/'],
    [t('keyList'), '?'],
  ]
  return (
    <Dialog open onClose={closeKeyList} fullWidth maxWidth="xs" aria-labelledby="key-list-title">
      <div className="key-list">
        <header className="row">
          <h2 className="h3 grow" id="key-list-title">
            {t('keyList')}
          </h2>
          <button type="button" className="ib" aria-label={t('close')} onClick={closeKeyList}>
            <X size={18} />
          </button>
        </header>
        <Keys keys={keys} />
        <label className="row">
          <span className="grow">{t('singleKeys')}</span>
          <input
            type="checkbox"
            role="switch"
            className="sw"
            checked={singleKeys}
            aria-checked={singleKeys}
            onChange={(event) => changeSettings({ singleKeys: event.target.checked })}
          />
        </label>
        {singleKeys && <Keys keys={single} />}
      </div>
    </Dialog>
  )
}

function Keys({ keys }: { keys: [string, string][] }) {
  return (
    <dl>
      {keys.map(([name, key]) => (
        <div key={name} className="row">
          <dt className="grow">{name}</dt>
          <dd>
            <kbd className="kbd">{key}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  )
}
