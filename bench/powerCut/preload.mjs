// Preloaded into the server by bench/powerCut.ts: its child processes get durable.c as well, because the embedded
// database is started with an empty environment.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const { LD_PRELOAD, DURABLE_ROOT, DURABLE_STORE } = process.env
const { spawn } = childProcess
childProcess.spawn = (command, args, options) =>
  spawn(command, args, {
    ...options,
    env: { ...(options?.env ?? process.env), LD_PRELOAD, DURABLE_ROOT, DURABLE_STORE },
  })
syncBuiltinESMExports()
