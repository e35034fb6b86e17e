import { createRoot } from 'react-dom/client'
import { attachFiles } from '../../features/composer/attachments/uploads.ts'

/** File inputs for each future attachment type. Some of them upload nothing. */
function Fields() {
  return ['CodeInterpreter', 'ImageGeneration'].map((type) => (
    <label key={type}>
      {type}
      <input
        type="file"
        onChange={({ currentTarget: { files } }) =>
          attachFiles({ draftOf: 'new:', chat: {} }, [...(files ?? [])], type, 20)
        }
      />
    </label>
  ))
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Fields />)
