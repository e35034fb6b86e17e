import './announcements.css'

/** The space of a folded notice until the page knows it. */
export const FoldedSpace = () => <div className="announcement-line" aria-hidden="true" />
