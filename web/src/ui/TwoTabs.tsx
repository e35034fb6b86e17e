interface Props<T extends string> {
  /** Prefix of the tab IDs, and with `panel`, of the panel's ID. */
  id: string
  tabs: readonly [T, T]
  tab: T
  choose: (tab: T) => void
  label: string
  text: (tab: T) => string
  className: string
}

/** Two tabs. Either arrow key selects the other one. */
export function TwoTabs<T extends string>({ id, tabs, tab, choose, label, text, className }: Props<T>) {
  const [first, second] = tabs
  const other = tab === first ? second : first
  return (
    <div
      role="tablist"
      className={className}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        choose(other)
        document.getElementById(`${id}${other}`)?.focus()
      }}
    >
      {tabs.map((one) => (
        <button
          key={one}
          id={`${id}${one}`}
          type="button"
          role="tab"
          data-tab={one}
          aria-selected={one === tab}
          aria-controls={`${id}panel`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => choose(one)}
        >
          {text(one)}
        </button>
      ))}
    </div>
  )
}
