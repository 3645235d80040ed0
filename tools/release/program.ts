import { servedCommands } from '../launch/served-commands.mjs';
import { serverArgs, serverEnv } from '../launch/start.mjs';

const main = 'apps/server/src/main.ts';

/** What `./ronghui` can do: a word, how its program is started, and what it says of itself. */
const words: Readonly<Record<string, { readonly runs: string; readonly about: readonly [string, string] }>> = {
  start: {
    runs: `serve "$here/${main}" "$@"`,
    about: ['提供服务', 'serves'],
  },
  config: {
    runs: `run "$here/${main}" config "$@"`,
    about: ['config check：打印生效的配置', 'config check: prints the settings in force'],
  },
  ...Object.fromEntries(
    Object.entries(servedCommands).map(([name, { file, about }]) => [
      name,
      { runs: `run "$here/${file}" "$@"`, about },
    ]),
  ),
};

const helpLines = Object.entries({ ...words, help: { about: ['打印此说明', 'prints this'] } }).map(
  ([name, { about }]) => `  ${name.padEnd(14)} ${about.join(' · ')}`,
);

/** The program at the top of an archive: plain `sh`, which replaces itself, so that a signal reaches the server. */
export const archiveProgram = (version: string): string => `#!/bin/sh
# Made by npm run release: one word for each command of an installation.
here=$(dirname -- "$(readlink -f -- "$0")")
: "\${DATA_DIR:=$here/data}"
# What was compiled is kept where a service may write.
: "\${NODE_COMPILE_CACHE:=\${CACHE_DIRECTORY:-$here/.runtime}/compile-cache}"
INIT_CWD=$PWD
export DATA_DIR NODE_COMPILE_CACHE INIT_CWD

run() { exec "$here/node/bin/node" "$@"; }
serve() {
${Object.entries(serverEnv)
  .map(([name, value]) => `  ${name}=\${${name}:-${value}}; export ${name}`)
  .join('\n')}
  run ${serverArgs.join(' ')} "$@"
}

word=\${1:-help}
[ $# -eq 0 ] || shift
case $word in
${Object.entries(words)
  .map(([name, { runs }]) => `  ${name}) ${runs} ;;`)
  .join('\n')}
  help | --help | -h) cat <<'END'
融惠 Ronghui ${version}
用法 / usage: ./ronghui WORD …

${helpLines.join('\n')}

部署与运维 / how to run it: docs/operations.md
END
    ;;
  *)
    printf '%s\\n' "没有命令 $word：运行 ./ronghui help 查看全部命令。/ There is no command $word: ./ronghui help lists them." >&2
    exit 2
    ;;
esac
`;
