import { ImagePlus, Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { readableKinds } from '../../../ui/files/readableKinds.ts'
import { attachmentTexts } from '../../chatModel/attachments/lang/en.ts'

/** Image types that can be re-encoded. The server decides by content. */
const imageKinds = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml'

export function AttachButton({ add, images }: { add: (files: File[]) => void; images: boolean }) {
  const t = attachmentTexts.useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="ib"
        data-tour-guide="file-upload"
        aria-label={t(images ? 'attachImages' : 'attach')}
        title={t(images ? 'attachImages' : 'attachHint')}
        onClick={() => input.current?.click()}
      >
        {images ? <ImagePlus size={18} /> : <Paperclip size={18} />}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-attach
        accept={images ? imageKinds : `${readableKinds},${imageKinds}`}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          // Allows the same file to be selected again.
          event.target.value = ''
        }}
      />
    </>
  )
}
