export { namedByPolicy } from './policy.ts'
export { insertEveryone } from './store.ts'
