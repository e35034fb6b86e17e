import { createRoot } from 'react-dom/client'
import { attachFiles } from '../../features/composer/attachments/uploads.ts'

/** A field for files of each type that an agent may be given some day; of some nothing is uploaded. */
function Fields() {
  return ['CodeInterpreter', 'ImageGeneration'].map((type) => (
    <label key={type}>
      {type}
      <input
        type="file"
        onChange={({ currentTarget: { files } }) => attachFiles('new:', [...(files ?? [])], type, 20)}
      />
    </label>
  ))
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Fields />)
