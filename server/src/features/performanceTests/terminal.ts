export {
  EvaluationError,
  type EvaluationOptions,
  evaluate,
} from './terminal/evaluate.ts'
export { type Evaluation, json, junit } from './terminal/report.ts'
