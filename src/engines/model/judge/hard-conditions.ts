import type { Requirement } from '../../builtin/match/job/requirements.ts'

const rightToWork =
  /authoriz(?:ed|ation) to work|right to work|work permit|work authorization|legally (?:able|entitled|permitted) to work|工作(?:许可|签证|居留)|就业许可|合法工作/u

/** Requirements that other strengths can't replace: a licence, a degree, the right to work. */
export function isHardCondition({ kind, norm }: Requirement): boolean {
  return kind === 'certificate' || kind === 'degree' || rightToWork.test(norm)
}
