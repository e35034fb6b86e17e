import { type Challenge, solve } from './solve.ts'

self.onmessage = ({ data }: MessageEvent<Challenge>) => self.postMessage(solve(data))
