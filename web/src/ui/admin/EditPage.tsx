import { type ReactNode, useId, useState } from 'react'
import { useMediaQuery } from '../useMediaQuery.ts'
import { ChoiceField } from './fields/ChoiceField.tsx'
import { type Tab, Tabs } from './Tabs.tsx'
import './edit.css'

interface Props<Key extends string> {
  head: ReactNode
  tabsLabel: string
  tabs: readonly Tab<Key>[]
  tab: Key
  chooseTab: (key: Key) => void
  /** The tab's fields. */
  children: ReactNode
  /** The save bar. Omit it if the user can't change anything. */
  bar?: ReactNode
  /**
   * A preview of the fields next to them, or a separate view if there is no room. Without it, the fields use
   * the full width.
   */
  aside?: ReactNode
  words?: { views: string; form: string; aside: string }
  /** The view at first, if there is room for one only. */
  firstView?: 'form' | 'aside'
  /** The fields need the width, for example a table. */
  wide?: boolean
}

/** An edit page: fields in tabs at the start side with the save bar below, and a preview next to them. */
export function EditPage<Key extends string>(props: Props<Key>) {
  const {
    head,
    tabsLabel,
    tabs,
    tab,
    chooseTab,
    children,
    bar,
    aside,
    words,
    wide = false,
    firstView = 'form',
  } = props
  const panel = useId()
  const roomy = useMediaQuery(wide ? '(min-width: 1200px)' : '(min-width: 900px)')
  const beside = roomy && aside !== undefined
  const [view, setView] = useState<'form' | 'aside'>(firstView)
  const formShown = roomy || aside === undefined || view === 'form'
  return (
    <div className="edit-page" data-wide={wide || undefined}>
      <section
        className="edit-form"
        data-alone={!beside || undefined}
        data-grouped={tabs.some(({ group }) => group) || undefined}
      >
        {head}
        {!roomy && words && (
          <div className="edit-views">
            <ChoiceField
              field="view"
              label={words.views}
              quiet
              value={view}
              change={setView}
              options={[
                { key: 'form', label: words.form },
                { key: 'aside', label: words.aside },
              ]}
            />
          </div>
        )}
        {formShown ? (
          <>
            {tabs.length > 1 && (
              <div className="edit-tabs">
                <Tabs label={tabsLabel} tabs={tabs} current={tab} choose={chooseTab} panel={panel} />
              </div>
            )}
            <div
              className="edit-body"
              role="tabpanel"
              id={panel}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll a tab even if it has no fields.
              tabIndex={0}
              aria-label={tabs.find(({ key }) => key === tab)?.label}
            >
              {children}
            </div>
          </>
        ) : (
          <div className="edit-aside">{aside}</div>
        )}
        {bar}
      </section>
      {beside && <div className="edit-aside">{aside}</div>}
    </div>
  )
}
