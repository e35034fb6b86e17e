export { isOwnAddress, linkAddress } from './addresses.ts'
export { Blocks } from './Blocks.ts'
export { GrowingMarkdown } from './Markdown.tsx'
export { plainSurroundings, type Surroundings, SurroundingsContext } from './MarkdownSurroundings.ts'
