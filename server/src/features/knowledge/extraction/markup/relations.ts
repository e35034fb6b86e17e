import { type OpenedArchive, pathFrom } from './openedArchive.ts'
import { readXml } from './xml.ts'

/** What a part of an Office document refers to. */
interface Relation {
  id: string
  kind: string
  path: string
}

/** Returns what a part refers to within its document. */
export function relationsOf(archive: OpenedArchive, file: string): Relation[] {
  const relations: Relation[] = []
  const xml = archive.text(relationsFile(file))
  readXml(xml ?? '', {
    open(name, { Id = '', Type = '', Target = '', TargetMode = '' }) {
      if (name === 'Relationship' && TargetMode !== 'External')
        relations.push({ id: Id, kind: Type.replace(/^.*\//, ''), path: pathFrom(file, Target) })
    },
  })
  return relations
}

function relationsFile(file: string): string {
  const name = file.lastIndexOf('/') + 1
  return `${file.slice(0, name)}_rels/${file.slice(name)}.rels`
}
