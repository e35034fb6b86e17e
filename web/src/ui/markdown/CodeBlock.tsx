import { Check, Copy, SquareTerminal } from 'lucide-react'
import { memo, useContext, useEffect, useState } from 'react'
import { pacer } from '../pacing.ts'
import { useCopy } from '../useCopy.ts'
import { type ColoredText, colorInBackground } from './highlight.ts'
import { languageName } from './languages.ts'
import { SurroundingsContext } from './MarkdownSurroundings.ts'

/** Lines rendered together, so a growing block renders only its last part again. */
const linesPerPart = 60

export function CodeBlock({ text, language, closed }: { text: string; language: string; closed: boolean }) {
  const { words } = useContext(SurroundingsContext)
  const colored = useColors(text, language, closed)
  const name = languageName(language) || words.code
  return (
    <div className="md-code">
      <div className="md-code-head" data-copied="">
        <SquareTerminal size={14} aria-hidden />
        <span>{name}</span>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, keyboard users can't scroll long lines. */}
      <pre tabIndex={0} dir="ltr" translate="no">
        <code>{colored ? <Colored parts={colored} /> : <Plain text={text} />}</code>
      </pre>
    </div>
  )
}

function Plain({ text }: { text: string }) {
  const lines = text.split('\n')
  if (lines.length <= linesPerPart) return text
  const parts: string[] = []
  for (let at = 0; at < lines.length; at += linesPerPart) {
    const end = at + linesPerPart < lines.length ? '\n' : ''
    parts.push(lines.slice(at, at + linesPerPart).join('\n') + end)
  }
  // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow at the end.
  return parts.map((part, index) => <Part key={index} text={part} />)
}

const Part = memo(function Part({ text }: { text: string }) {
  return <span>{text}</span>
})

const Colored = memo(function Colored({ parts }: { parts: ColoredText[] }) {
  return parts.map(({ text, kind }, index) =>
    kind ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: colored once, never changed.
      <span key={index} className={`md-${kind}`}>
        {text}
      </span>
    ) : (
      text
    ),
  )
})

function useColors(text: string, language: string, closed: boolean): ColoredText[] | null {
  const [result, setResult] = useState<{ of: string; parts: ColoredText[] } | null>(null)
  useEffect(() => {
    if (!closed) return
    let current = true
    colorInBackground(text, language).then(
      (parts) => {
        if (parts) pacer.request(() => current && setResult({ of: text, parts }))
      },
      () => {},
    )
    return () => {
      current = false
    }
  }, [text, language, closed])
  return result?.of === text ? result.parts : null
}

function CopyButton({ text }: { text: string }) {
  const { words } = useContext(SurroundingsContext)
  const [copied, copy] = useCopy()
  const Icon = copied ? Check : Copy
  return (
    <button type="button" className="md-copy" onClick={() => copy(text)}>
      <Icon size={14} aria-hidden />
      {copied ? words.copied : words.copy}
    </button>
  )
}
