import type { OpenedArchive } from '../markup/openedArchive.ts'
import { relationsOf } from '../markup/relations.ts'
import { readXml } from '../markup/xml.ts'

const WORKBOOK = 'xl/workbook.xml'

/** Returns the texts in shapes on the sheets of an Excel workbook, by the name of the sheet. */
export function sheetNotes(archive: OpenedArchive): Map<string, string[]> {
  const notes = new Map<string, string[]>()
  const sheets = relationsOf(archive, WORKBOOK)
  readXml(archive.text(WORKBOOK) ?? '', {
    open(tag, { name = '', 'r:id': id }) {
      if (tag !== 'sheet') return
      const paths = sheets.filter((relation) => relation.id === id).map(({ path }) => path)
      const drawings = paths.flatMap((path) => relationsOf(archive, path))
      const texts = drawings.flatMap(({ kind, path }) =>
        kind === 'drawing' ? textsOf(archive.text(path) ?? '') : [],
      )
      if (texts.length > 0) notes.set(name, texts)
    },
  })
  return notes
}

/** What programs without a newer feature show instead of it: the same again. */
const FALLBACK = new Set(['mc:Fallback'])

/** One text for each paragraph. */
function textsOf(drawing: string): string[] {
  const texts: string[] = []
  let text = ''
  let isText = false
  readXml(
    drawing,
    {
      open(tag) {
        isText = tag === 'a:t'
        if (tag === 'a:br' || tag === 'a:tab') text += ' '
      },
      text(part) {
        if (isText) text += part
      },
      close(tag) {
        isText = false
        if (tag !== 'a:p') return
        if (text.trim() !== '') texts.push(text.trim())
        text = ''
      },
    },
    FALLBACK,
  )
  return texts
}
