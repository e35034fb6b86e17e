import { useState } from 'react'
import text from '../../../../docs/release-notes.md?raw'
import { Blocks, GrowingMarkdown } from '../../ui/markdown/index.ts'
import { frameTexts } from '../frame/lang/en.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import './shell.css'

/** `/release-notes`: the release notes shipped with the product, in English. */
export function ReleaseNotesPage() {
  const t = frameTexts.useText()
  usePageTitle(t('releaseNotes'))
  const [blocks] = useState(() => {
    const document = new Blocks()
    // The page has its own heading, so the first one is removed.
    document.push(text.replace(/^# .*\n/, ''))
    document.end()
    return document
  })
  return (
    <main className="notes-page">
      <h1 className="h1">{t('releaseNotes')}</h1>
      <article className="md" lang="en" dir="ltr">
        <GrowingMarkdown blocks={blocks} version={1} ended />
      </article>
    </main>
  )
}
