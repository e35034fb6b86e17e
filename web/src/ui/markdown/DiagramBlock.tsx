import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { languageName } from './languages.ts'
import { drawBeforePrinting } from './printing.ts'

interface Props {
  text: string
  language: string
}

let Loaded: ComponentType<{ text: string; source: ReactNode }> | null = null

/** Loads the part that draws diagrams, with its texts, so that nothing else of the answer waits for it. */
async function load() {
  const [{ Diagram }, { diagramTexts }] = await Promise.all([
    import('./diagrams/Diagram.tsx'),
    import('./diagrams/lang/en.ts'),
  ])
  await diagramTexts.loaded()
  Loaded = Diagram
  return Diagram
}

/** Whether a code block with this language is a diagram. */
export const isDiagram = (language: string): boolean => languageName(language).toLowerCase() === 'mermaid'

/** A diagram. Its source is shown until it is drawn, and if it can’t be. */
export function DiagramBlock({ text, language }: Props) {
  const [Diagram, setDiagram] = useState(() => Loaded)
  useEffect(() => {
    if (Diagram) return
    let gone = false
    const shown = load().then(
      (loaded) => void (gone || setDiagram(() => loaded)),
      () => {},
    )
    const forget = drawBeforePrinting(() => shown)
    shown.finally(forget)
    return () => {
      gone = true
      forget()
    }
  }, [Diagram])
  const source = <CodeBlock text={text} language={language} closed />
  return Diagram ? <Diagram text={text} source={source} /> : source
}
