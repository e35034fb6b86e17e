export const detailsTabs = ['steps', 'retrieval', 'prompt', 'traceLog'] as const
export type DetailsTab = (typeof detailsTabs)[number]
