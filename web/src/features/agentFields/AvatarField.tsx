import { CircleAlert, ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { imageKinds, refusedImage } from '../../api/images.ts'
import { newId } from '../../session/http.ts'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { AvatarOf } from '../agentAvatars/AgentAvatar.tsx'
import type { AvatarSource } from '../agentAvatars/avatarImages.ts'
import type { Picture } from './data/api.ts'
import { agentFieldsTexts } from './lang/en.ts'

interface Props {
  /** The agent's ID, from which the default picture is generated. */
  id: string
  source: AvatarSource | null
  readOnly: boolean
  upload: (picture: Picture) => Promise<{ error?: unknown }>
  remove: () => Promise<{ error?: unknown }>
}

/** A draft's picture. It uploads immediately, and the form continues with the resulting version. */
export function AvatarField({ id, source, readOnly, upload, remove }: Props) {
  const t = agentFieldsTexts.useText()
  const label = useId()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function change(work: () => Promise<{ error?: unknown }>, done: string) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    const { error: failure } = await work().finally(() => setBusy(false))
    if (failure) setError(failure)
    else toast.success(done)
  }
  function choose(file: File) {
    const refused = refusedImage(file)
    const send = () => (refused ? Promise.resolve({ error: refused }) : upload({ file, key: newId() }))
    void change(send, t('avatarUploaded'))
  }

  return (
    <div className="field" data-field="avatarFileName">
      <span className="switch-label" id={label}>
        {t('avatarFileName')}
      </span>
      <fieldset className="row agent-picture" aria-labelledby={label} aria-busy={busy}>
        <AvatarOf id={id} source={source} size={64} />
        {!readOnly && (
          <div className="grow">
            <div className="hint">{t('avatarHint')}</div>
            <div className="row agent-picture-actions">
              <button
                type="button"
                className="btn out sm"
                aria-disabled={busy}
                onClick={() => !busy && input.current?.click()}
              >
                <ImageUp size={14} />
                {t(source ? 'avatarReplace' : 'avatarChoose')}
              </button>
              {source && (
                <button
                  type="button"
                  className="btn ghost sm"
                  aria-disabled={busy}
                  onClick={() => void change(remove, t('avatarRemoved'))}
                >
                  <Trash2 size={14} />
                  {t('avatarRemove')}
                </button>
              )}
              <input
                ref={input}
                type="file"
                hidden
                accept={imageKinds}
                onChange={(event) => {
                  const [file] = event.target.files ?? []
                  if (file) choose(file)
                  event.target.value = ''
                }}
              />
              {busy && (
                <span className="small m2" role="status">
                  {t('avatarUploading')}
                </span>
              )}
            </div>
            {Boolean(error) && (
              <span className="error" role="alert">
                <CircleAlert size={14} />
                {errorText(error)}
              </span>
            )}
          </div>
        )}
      </fieldset>
    </div>
  )
}
