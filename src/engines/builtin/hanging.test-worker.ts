import { workerData } from 'node:worker_threads'
import { serveTasks } from '../../kit/index.ts'
import { type EngineTask, runTask } from './tasks.ts'
import { useVocabularyFolder } from './vocabulary.ts'
import { warmUp } from './warm-up.ts'

/** The engine's worker, except that it hangs on one text, as on input with exponential backtracking. */
const hangs = '[this text hangs]'

useVocabularyFolder(workerData.vocabularyDirectory)
warmUp()

serveTasks((task: EngineTask) => {
  const text = task.kind === 'match' ? task.input.resumeText : task.kind === 'profile' ? task.text : ''
  if (text.includes(hangs)) for (;;);
  return { value: runTask(task), transfer: [] }
})
