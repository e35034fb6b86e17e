import { limits } from '@parlance/contract/limits'
import { ArrowDown, ArrowUp, FileText, GripVertical, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { newId } from '../../../session/http.ts'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { described, FieldError, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import type { Errors } from '../../../ui/admin/formState.ts'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import { loadLater } from '../../../ui/loadLater.tsx'
import { toast } from '../../../ui/toast.tsx'
import { moved, useReorder } from '../../../ui/useReorder.ts'
import { blankSection, type SectionValues } from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'
import '../guidelines.css'

const MarkdownText = loadLater(
  async () => (await import('../../guidelinesConsent/GuidelinesText.tsx')).MarkdownText,
)

interface Props {
  sections: readonly SectionValues[]
  errors: Errors
  readOnly: boolean
  /** Applies a change to the sections as they are then, such as when an undo comes later. */
  change: (next: (now: readonly SectionValues[]) => SectionValues[]) => void
  check: () => void
}

/** The sections of a document or a template, in the order in which people read them. */
export function SectionsField({ sections, errors, readOnly, change, check }: Props) {
  const t = guidelinesTexts.useText()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [said, say] = useState('')
  const keys = sections.map(({ key }) => key)
  const nameOf = ({ heading }: SectionValues) => heading.trim() || t('newSection')
  const reorder = useReorder(keys, (from, to) => {
    change((now) => moved(now, from, to))
    say(t('moved', { name: nameOf(sections[from]!), place: to + 1, all: sections.length }))
  })

  function add() {
    change((now) => [...now, blankSection(newId())])
    // The new field is rendered in the next frame.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('.guidelines-section:last-of-type input')?.focus(),
    )
  }
  function remove(section: SectionValues, at: number) {
    change((now) => now.filter(({ key }) => key !== section.key))
    list.current?.querySelector<HTMLElement>('.guidelines-add')?.focus()
    toast.undoable(t('sectionRemoved', { name: nameOf(section) }), {
      label: t('undo'),
      of: section.key,
      act: () =>
        change((now) =>
          now.some(({ key }) => key === section.key) ? [...now] : now.toSpliced(at, 0, section),
        ),
    })
  }

  return (
    <div className="field" data-field="sections" ref={list}>
      <p className="hidden" role="status">
        {said}
      </p>
      {sections.length > 0 ? (
        <ol className="guidelines-sections" aria-label={t('sections')}>
          {sections.map((section, at) => (
            <li key={section.key} className="guidelines-section" {...reorder.item(section.key, at)}>
              <OneSection
                section={section}
                errors={errors}
                readOnly={readOnly}
                change={(changes) =>
                  change((now) => now.map((one) => (one.key === section.key ? { ...one, ...changes } : one)))
                }
                check={check}
              >
                {!readOnly && (
                  // biome-ignore lint/a11y/noStaticElementInteractions: the keys are for its buttons.
                  <div
                    className="row guidelines-section-head"
                    onKeyDown={reorder.keys(at)}
                    {...reorder.drag(section.key, nameOf(section))}
                  >
                    <GripVertical size={16} className="m3" />
                    <span className="grow" />
                    <MoveButton
                      label={t('moveUp', { name: nameOf(section) })}
                      move={at > 0 ? () => reorder.moveTo(at, at - 1) : undefined}
                    >
                      <ArrowUp size={16} />
                    </MoveButton>
                    <MoveButton
                      label={t('moveDown', { name: nameOf(section) })}
                      move={at < sections.length - 1 ? () => reorder.moveTo(at, at + 1) : undefined}
                    >
                      <ArrowDown size={16} />
                    </MoveButton>
                    <button
                      type="button"
                      className="ib sm"
                      aria-label={t('removeSection', { name: nameOf(section) })}
                      title={t('removeSection', { name: nameOf(section) })}
                      onClick={() => remove(section, at)}
                    >
                      <Trash2 size={16} />
                    </button>
                  </div>
                )}
              </OneSection>
            </li>
          ))}
        </ol>
      ) : (
        <EmptyList Icon={FileText} text={t('noSections')} />
      )}
      {!readOnly && sections.length < limits.guidelinesSections && (
        <div>
          <button type="button" className="btn soft sm guidelines-add" onClick={add}>
            <Plus size={14} />
            {t('addSection')}
          </button>
        </div>
      )}
      <FieldError id={`${id}-error`} error={errors.sections} />
    </div>
  )
}

/** Stays focusable at the ends of the list, so the focus isn't lost. */
function MoveButton({
  label,
  move,
  children,
}: {
  label: string
  move: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="ib sm"
      aria-label={label}
      title={label}
      aria-disabled={move === undefined}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onClick={move}
    >
      {children}
    </button>
  )
}

interface OneProps {
  section: SectionValues
  errors: Errors
  readOnly: boolean
  change: (changes: Partial<SectionValues>) => void
  check: () => void
  /** The handle with the buttons. */
  children: ReactNode
}

function OneSection({ section, errors, readOnly, change, check, children }: OneProps) {
  const { key, heading, text, isInstruction } = section
  const t = guidelinesTexts.useText()
  const id = useId()
  const [view, setView] = useState<'write' | 'preview'>(readOnly ? 'preview' : 'write')
  const name = heading.trim() || t('newSection')
  const path = (field: string) => `sections.${key}.${field}`
  const textError = errors[path('text')]
  return (
    <>
      {children}
      <div data-path={path('heading')}>
        <TextField
          field={path('heading')}
          label={t('heading')}
          value={heading}
          error={errors[path('heading')]}
          disabled={readOnly}
          change={(next) => change({ heading: next })}
          leave={() => heading !== '' && check()}
        />
      </div>
      <ChoiceField
        field={path('view')}
        label={t('viewOf', { name })}
        quiet
        value={view}
        change={setView}
        options={[
          { key: 'write', label: t('write') },
          { key: 'preview', label: t('preview') },
        ]}
      />
      {view === 'write' ? (
        <FieldFrame
          id={id}
          field={path('text')}
          label={t('text')}
          hint={readOnly ? undefined : t('textHint')}
          error={textError}
        >
          <textarea
            id={id}
            className="in guidelines-section-text"
            dir="auto"
            rows={6}
            value={text}
            readOnly={readOnly}
            data-path={path('text')}
            {...described(id, !readOnly, textError)}
            onChange={(event) => change({ text: event.target.value })}
          />
        </FieldFrame>
      ) : (
        <div className="guidelines-preview">
          {text.trim() === '' ? (
            <p className="m3">{t('emptyText')}</p>
          ) : (
            <Suspense>
              <MarkdownText text={text} />
            </Suspense>
          )}
        </div>
      )}
      <SwitchField
        field={path('isInstruction')}
        label={t('isInstruction')}
        hint={t('isInstructionHint')}
        on={isInstruction}
        disabled={readOnly}
        change={(on) => change({ isInstruction: on })}
      />
    </>
  )
}
