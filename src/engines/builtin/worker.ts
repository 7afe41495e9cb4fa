import { workerData } from 'node:worker_threads'
import { serveTasks } from '../../kit/index.ts'
import { type EngineTask, runTask } from './tasks.ts'
import type { WorkerSettings } from './threads.ts'
import { useVocabularyFolder } from './vocabulary.ts'
import { warmUp } from './warm-up.ts'

const { vocabularyDirectory }: WorkerSettings = workerData
useVocabularyFolder(vocabularyDirectory)
warmUp()

serveTasks((task: EngineTask) => ({ value: runTask(task), transfer: [] }))
