import { workerData } from 'node:worker_threads'
import { type EngineTask, runTask } from '../../src/engines/builtin/tasks.ts'
import { useVocabularyFolder } from '../../src/engines/builtin/vocabulary.ts'
import { warmUp } from '../../src/engines/builtin/warm-up.ts'
import { workerTask } from '../../src/kit/index.ts'
import { hangs } from './hanging-text.ts'

/**
 * The builtin engine's thread, but that it hangs on the texts that a test says: as it would on a text for
 * which a pattern is exponential.
 */
useVocabularyFolder(workerData.vocabularyDirectory)
warmUp()

export default workerTask((task: EngineTask) => {
  if (task.kind === 'match' && task.input.resumeText.includes(hangs)) for (;;);
  return { value: runTask(task), transfer: [] }
})
