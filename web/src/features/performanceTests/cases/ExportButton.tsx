import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '../../../api/fetchFile.ts'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { Menu, MenuItem } from '../../../ui/mui/Menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { PerformanceTest } from '../data/api.ts'
import { testsTexts } from '../lang/en.ts'

const formats = [
  { format: 'Csv', text: 'exportCsv', extension: 'csv' },
  { format: 'JsonLines', text: 'exportJsonLines', extension: 'jsonl' },
] as const

/** Exports all cases as a file that can be imported again. */
export function ExportButton({ test: { performanceTestId, name } }: { test: PerformanceTest }) {
  const t = testsTexts.useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)

  async function save({ format, extension }: (typeof formats)[number]) {
    close()
    try {
      const file = await fetchFile('performanceTests.exportCases', { performanceTestId, format })
      saveFile(file, `${name}.${extension}`)
    } catch (error) {
      toast.error(t('exportFailed', { reason: errorText(error) }))
    }
  }

  return (
    <>
      <button
        type="button"
        className="btn ghost sm"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Download size={14} />
        {t('export')}
      </button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {formats.map((one) => (
          <MenuItem key={one.format} onClick={() => void save(one)}>
            {t(one.text)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
