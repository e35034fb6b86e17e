import { skipToken } from '@reduxjs/toolkit/query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { type Findable, Finder, type Found } from '../../ui/admin/fields/Finder.tsx'
import { SelectField } from '../../ui/admin/fields/SelectField.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { dataSourcesApi, type LibraryFile } from '../dataSources/data/api.ts'
import type { Steps } from './data/api.ts'
import { debuggerTexts } from './lang/en.ts'

interface Props {
  libraries: Steps['libraries']
  explain: (passageId: string) => void
}

interface FoundFile extends Findable {
  state: LibraryFile['state']
}

const FILES = 20

/** Chooses a passage of the libraries to explain why it wasn't found. */
export function PassageFinder({ libraries, explain }: Props) {
  const t = debuggerTexts.useText()
  // The files of others can't be listed.
  const readable = libraries.filter(({ name }) => name !== null)
  const [chosenId, setChosenId] = useState('')
  const [file, setFile] = useState<FoundFile | null>(null)
  const dataSourceId = readable.some((one) => one.dataSourceId === chosenId)
    ? chosenId
    : (readable[0]?.dataSourceId ?? '')
  const useFiles = (search: string | null) => useFoundFiles(dataSourceId, search)
  if (readable.length === 0) return null
  return (
    <section className="card debugger-part">
      <h2 className="h3">{t('whyNot')}</h2>
      <p className="m2 s13">{t('whyNotHint')}</p>
      {readable.length > 1 && (
        <SelectField
          field="library"
          label={t('library')}
          value={dataSourceId}
          options={readable.map((one) => ({ key: one.dataSourceId, label: one.name ?? '' }))}
          change={(id) => {
            setChosenId(id)
            setFile(null)
          }}
        />
      )}
      {file ? (
        <>
          <div className="row">
            <bdi className="grow wrap">{file.name}</bdi>
            <button type="button" className="btn ghost sm" onClick={() => setFile(null)}>
              {t('otherFile')}
            </button>
          </div>
          {file.state !== 'Ready' && (
            <p className="strip w">{t('notReady', { state: t(`state${file.state}`) })}</p>
          )}
          <FilePassages key={file.key} dataSourceId={dataSourceId} fileId={file.key} explain={explain} />
        </>
      ) : (
        <Finder key={dataSourceId} label={t('findFile')} useFound={useFiles} choose={setFile} />
      )}
    </section>
  )
}

function useFoundFiles(dataSourceId: string, search: string | null): Found<FoundFile> {
  const { data, isFetching, error } = dataSourcesApi.useReadFilesQuery(
    search === null ? skipToken : { dataSourceId, search: search || undefined, pageSize: FILES },
  )
  return {
    items:
      data?.items.map(({ fileId, name, folder, state }) => ({
        key: fileId,
        name,
        note: folder || undefined,
        Icon: FileText,
        state,
      })) ?? [],
    searching: isFetching,
    error,
  }
}

interface FileProps {
  dataSourceId: string
  fileId: string
  explain: (passageId: string) => void
}

function FilePassages({ dataSourceId, fileId, explain }: FileProps) {
  const t = debuggerTexts.useText()
  const query = dataSourcesApi.useListPassagesInfiniteQuery({ dataSourceId, fileId })
  const passages = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      {query.isSuccess && passages.length === 0 && <p className="m2">{t('noPassages')}</p>}
      <ol className="debugger-passages">
        {passages.map(({ passageId, ordinal, text }) => (
          <li key={passageId} className="row">
            <div className="grow">
              <p className="small m3">{t('number', { number: ordinal + 1 })}</p>
              <p className="s13 debugger-excerpt" dir="auto">
                {text}
              </p>
            </div>
            <button type="button" className="btn soft sm" onClick={() => explain(passageId)}>
              {t('choosePassage')}
              <span className="hidden"> {t('number', { number: ordinal + 1 })}</span>
            </button>
          </li>
        ))}
      </ol>
      {query.error && <LoadError error={query.error} retry={query.refetch} />}
      {query.hasNextPage && !query.error && (
        <button type="button" className="btn ghost sm" onClick={() => void query.fetchNextPage()}>
          {t('showMore')}
        </button>
      )}
    </>
  )
}
