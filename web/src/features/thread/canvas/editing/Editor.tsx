import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { nonce } from '../../../../base/nonce.ts'
import { isComposing } from '../../../../ui/composing.ts'
import type { DocumentKind } from '../data/api.ts'

export interface Range {
  from: number
  to: number
}

export interface EditorHandle {
  text(): string
  /** Shows another text. The selection stays where the text is the same. */
  show(text: string): void
  selection(): Range
  /** Marks a passage, which moves with the text around it. Null removes the mark. */
  mark(range: Range | null): void
  marked(): Range | null
  focus(): void
}

interface Props {
  ref: Ref<EditorHandle>
  kind: DocumentKind
  language: string
  text: string
  label: string
  readOnly: boolean
  onText: (text: string) => void
  onSelection: (range: Range) => void
}

const setMark = StateEffect.define<Range | null>()
const markOf = Decoration.mark({ class: 'canvas-passage' })
const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let marks = before.map(transaction.changes)
    for (const effect of transaction.effects)
      if (effect.is(setMark))
        marks = effect.value
          ? Decoration.set([markOf.range(effect.value.from, effect.value.to)])
          : Decoration.none
    return marks
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Each line has the direction of its own text. */
const line = Decoration.line({ attributes: { dir: 'auto' } })
const directions = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = linesOf(view)
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = linesOf(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function linesOf({ visibleRanges, state }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to; ) {
      const found = state.doc.lineAt(at)
      lines.add(found.from, found.from, line)
      at = found.to + 1
    }
  return lines.finish()
}

const colors = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--link)' },
  { tag: [tags.keyword, tags.tagName, tags.operatorKeyword], color: 'var(--code-keyword, var(--link))' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-string, inherit)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--text-3)' },
])

function languageOf(kind: DocumentKind, language: string): Extension {
  if (kind === 'Text') return markdown()
  if (kind === 'Html' || /^x?html$/i.test(language)) return html()
  if (/^(py|python)3?$/i.test(language)) return python()
  if (/^(js|jsx|javascript|json)$/i.test(language)) return javascript({ jsx: true })
  if (/^(ts|tsx|typescript)$/i.test(language)) return javascript({ jsx: true, typescript: true })
  return []
}

/** The text of a document with its syntax in color. */
export function Editor({ ref, kind, language, text, label, readOnly, onText, onSelection }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const told = useRef({ onText, onSelection })
  useEffect(() => {
    told.current = { onText, onSelection }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor has its text from when it is opened, and is told the changes.
  useEffect(() => {
    const isProse = kind === 'Text'
    const made = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: text,
        extensions: [
          history(),
          // Tab moves the focus on, so that people who use a keyboard can leave. Ctrl+] and Ctrl+[ indent.
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
          languageOf(kind, language),
          syntaxHighlighting(colors),
          markField,
          EditorView.lineWrapping,
          EditorState.readOnly.of(readOnly),
          EditorView.editable.of(!readOnly),
          EditorView.perLineTextDirection.of(true),
          ...(isProse || kind === 'Table' ? [directions] : []),
          EditorView.contentAttributes.of({
            spellcheck: String(isProse),
            ...(isProse || kind === 'Table' ? {} : { dir: 'ltr', translate: 'no' }),
          }),
          ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
          EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
            if (docChanged) told.current.onText(state.doc.toString())
            if (docChanged || selectionSet) {
              const { from, to } = state.selection.main
              told.current.onSelection({ from, to })
            }
          }),
        ],
      }),
    })
    view.current = made
    // Escape ends what the editor or an input method shows. It doesn’t close the panel.
    const keepOpen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' || isComposing(event)) event.stopPropagation()
    }
    made.dom.addEventListener('keydown', keepOpen)
    return () => {
      view.current = null
      made.destroy()
    }
  }, [kind, language, readOnly])
  // After the effect that creates the editor.
  useEffect(() => view.current?.contentDOM.setAttribute('aria-label', label))
  useImperativeHandle(
    ref,
    () => ({
      text: () => view.current?.state.doc.toString() ?? '',
      show(wanted) {
        const { current } = view
        if (current) current.dispatch({ changes: changeTo(current.state.doc.toString(), wanted) })
      },
      selection() {
        const { from = 0, to = 0 } = view.current?.state.selection.main ?? {}
        return { from, to }
      },
      mark: (range) => view.current?.dispatch({ effects: setMark.of(range) }),
      marked() {
        const marks = view.current?.state.field(markField).iter()
        return marks?.value ? { from: marks.from, to: marks.to } : null
      },
      focus: () => view.current?.focus(),
    }),
    [],
  )
  return <div ref={place} className={`canvas-editor ${kind === 'Text' ? 'prose' : 'mono'}`} />
}

/** The change between two texts without what they have in common at their ends. */
function changeTo(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from += 1
  let end = 0
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
