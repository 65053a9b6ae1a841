/**
 * The proxies of Debian, each with as few settings as it needs to pass requests to one store. None closes an idle connection
 * within 50 s: on a busy machine, two requests can be more than 5 s apart, and the second would be lost. All wait 5 s for a
 * response.
 */
import { readFileSync } from "node:fs";
import type { Gateway } from "./start-gateway.ts";

/** @param settings of the location, such as `proxy_next_upstream` @param servers of the upstream: each is the same store */
export const nginx = (settings = "", servers = ["PLACE"]): Gateway => ({
  configuration: ({ port, storePort, folder }) => `
daemon off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  upstream store { ${servers.map((server) => `server ${server.replace("PLACE", `127.0.0.1:${storePort}`)};`).join(" ")} keepalive 8; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://store;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_read_timeout 5s;
      ${settings}
    }
  }
}`,
  command: (file, { folder }) => ["nginx", "-p", folder, "-e", "stderr", "-c", file],
});

/** @param backend its settings @param frontend its settings @param bind options of its address, such as `alpn` */
export const haproxy = (backend = "", frontend = "", bind = ""): Gateway => ({
  configuration: ({ port, storePort }) => `
defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 5s
frontend clients
  bind 127.0.0.1:${port} ${bind}
  ${frontend}
  default_backend store
backend store
  ${backend}
  server store 127.0.0.1:${storePort}
`,
  command: (file) => ["haproxy", "-db", "-q", "-f", file],
});

/** @param settings of the server @param modules besides those that a proxy needs */
export const apache = (settings = "", ...modules: string[]): Gateway => ({
  configuration: ({ port, storePort, folder }) => `
ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
KeepAliveTimeout 60
ProxyTimeout 5
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
User www-data
Group www-data
${["mpm_event", "authz_core", "proxy", "proxy_http", ...modules]
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join("\n")}
ProxyPass / http://127.0.0.1:${storePort}/
${settings.replaceAll("FOLDER", folder)}
`,
  command: (file) => ["apache2", "-f", file, "-D", "FOREGROUND"],
});

/** Debian's recommended settings of ModSecurity and the Core Rule Set at paranoia level 2. @param level */
export const modSecurity = (level: number): Gateway =>
  apache(
    `${readFileSync("/etc/modsecurity/modsecurity.conf-recommended", "utf8")
      .replace("SecRuleEngine DetectionOnly", "SecRuleEngine On")
      .replace("/var/log/apache2", "FOLDER")
      .replaceAll("/tmp/", "FOLDER")
      .replace("unicode.mapping", "/etc/modsecurity/unicode.mapping")}
SecAction "id:900000,phase:1,nolog,pass,t:none,setvar:tx.paranoia_level=${level}"
Include /usr/share/modsecurity-crs/owasp-crs.load`,
    "unique_id",
    "security2",
  );

/** @param subroutines in VCL */
export const varnish = (subroutines = ""): Gateway => ({
  configuration: ({ storePort }) => `
vcl 4.1;
import std;
backend store { .host = "127.0.0.1"; .port = "${storePort}"; }
${subroutines}
`,
  command: (file, { port, folder }) => [
    ...(["varnishd", "-F", "-j", "none", "-n", `${folder}/varnish`] as const),
    ...["-a", `127.0.0.1:${port}`, "-s", "malloc,10m", "-p", "timeout_idle=60"],
    ...["-p", "first_byte_timeout=5", "-p", "pipe_timeout=5", "-f", file],
  ],
});

/** @param settings such as `reply_body_max_size` */
export const squid = (settings = ""): Gateway => ({
  configuration: ({ port, storePort, folder }) => `
http_port 127.0.0.1:${port} accel defaultsite=plants.test
visible_hostname plants.test
cache_peer 127.0.0.1 parent ${storePort} 0 no-query no-digest no-netdb-exchange originserver login=PASSTHRU
http_access allow all
cache deny all
access_log none
cache_log ${folder}/squid.log
coredump_dir ${folder}
pid_filename none
pinger_enable off
read_timeout 5 seconds
shutdown_lifetime 0 seconds
${settings}
`,
  command: (file) => ["squid", "-N", "-f", file],
});

export const lighttpd: Gateway = {
  configuration: ({ port, storePort, folder }) => `
server.port = ${port}
server.bind = "127.0.0.1"
server.document-root = "${folder}"
server.modules = ("mod_proxy")
server.max-keep-alive-idle = 60
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${storePort}, "read-timeout" => 5)))
`,
  command: (file) => ["lighttpd", "-D", "-f", file],
};
