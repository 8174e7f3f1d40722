/**
 * What a run gives to the programs here: where the model is, which server to start, and the plan for those without a
 * model.
 */
export const { model, server, plan } = JSON.parse(process.env.HOSTS_RUN)
export const PROMPT = 'Do what the plan says.'

/** For clients without a model of their own: what one would be told of the call. */
export const told = (text) => process.stdout.write(`${JSON.stringify({ told: text })}\n`)
