#!/usr/bin/python3
"""A real S3-compatible server for tests: OpenStack Swift's proxy, account, container and object servers in one process.

Usage: s3-server.py DATA_FOLDER [--port N] [--stock]

Owns everything below DATA_FOLDER and writes the port to DATA_FOLDER/ready once a first bucket ("test") is there. With
--stock it answers conditional puts as Swift itself does (501); without, a filter of ours answers them as AWS does. The
access key is AUTH_test and the secret is below. Listens on 127.0.0.1. Not for anything but tests.
"""
import argparse
import array
import json
import os
import signal
import socket
import sys
import time

SECRET = 'test-secret'
CONF = """[swift-hash]
swift_hash_path_prefix = t
swift_hash_path_suffix = t
[swift-constraints]
max_meta_overall_size = 2048
"""

arguments = argparse.ArgumentParser()
arguments.add_argument('data')
arguments.add_argument('--port', type=int, default=0)
arguments.add_argument('--stock', action='store_true')
options = arguments.parse_args()
data = os.path.abspath(options.data)
etc = os.path.join(data, 'etc')
disk = os.path.join(data, 'disk')
os.makedirs(etc, exist_ok=True)
os.makedirs(os.path.join(disk, 'd1'), exist_ok=True)
with open(os.path.join(etc, 'swift.conf'), 'w') as conf:
    conf.write(CONF)
os.environ['TZ'] = 'UTC+0'
time.tzset()

import eventlet  # noqa: E402
import eventlet.wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

eventlet.hubs.use_hub(utils.get_hub())
utils.eventlet_monkey_patch()
utils.set_swift_dir(etc)
# A full disk refuses puts and still has room for deletions and listings.
utils.FALLOCATE_RESERVE, utils.FALLOCATE_IS_PERCENT = 8 << 20, False

from eventlet.green import socket as green_socket  # noqa: E402,F401
from eventlet.greenio import GreenSocket  # noqa: E402
from eventlet.semaphore import Semaphore  # noqa: E402


def listen(port):
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.bind(('127.0.0.1', port))
    sock.listen(1024)
    return sock


proxy_socket = listen(options.port)
storage_sockets = {name: listen(0) for name in ('account', 'container', 'object')}

from swift.common.ring import RingData  # noqa: E402

os.chdir(etc)
for name, sock in storage_sockets.items():
    port = sock.getsockname()[1]
    device = {
        'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1',
        'replication_port': port, 'device': 'd1', 'weight': 1.0, 'meta': '',
    }
    RingData([array.array('H', [0])], [device], 32).save(name + '.ring.gz')


def log_to_stderr(conf, name, log_to_console, log_route, fmt, logger, adapted_logger):
    import logging
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter('%(levelname)s %(name)s %(message)s'))
    logger.addHandler(handler)


# Swift imports its log handler by name.
sys.modules['s3_server'] = sys.modules['__main__']
keys = {
    'swift_dir': etc, 'devices': disk, 'mount_check': 'false', 'log_level': 'WARNING',
    'log_custom_handlers': 's3_server.log_to_stderr', 'workers': '0',
}

from swift.account import server as account_server  # noqa: E402
from swift.container import server as container_server  # noqa: E402
from swift.obj import server as object_server  # noqa: E402
from swift.proxy import server as proxy_server  # noqa: E402

storage_apps = {
    'account': account_server.app_factory(keys),
    'container': container_server.app_factory(keys),
    'object': object_server.app_factory(keys),
}
proxy_keys = dict(
    keys, policy_config={}, account_autocreate='true', allow_account_management='true',
    error_suppression_interval='0', node_timeout='30', conn_timeout='5',
)
app = proxy_server.Application(proxy_keys)
app.check_config()

from swift.common.middleware import catch_errors, copy, gatekeeper, listing_formats, slo, symlink  # noqa: E402
from swift.common.middleware import tempauth  # noqa: E402
from swift.common.middleware import versioned_writes  # noqa: E402
from swift.common.middleware.s3api import s3api, s3request  # noqa: E402
from swift.common.swob import Request, Response  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, make_pre_authed_request  # noqa: E402


class ConditionalPut:
    """If-Match and If-None-Match on the put of an object, as AWS has them."""

    def __init__(self, inner):
        self.inner = inner
        self.locks = {}

    def __call__(self, env, start_response):
        match, none_match = env.get('HTTP_IF_MATCH'), env.get('HTTP_IF_NONE_MATCH')
        if env['REQUEST_METHOD'] != 'PUT' or (match is None and none_match is None) or env['PATH_INFO'].count('/') < 4:
            return self.inner(env, start_response)
        lock = self.locks.setdefault(env['PATH_INFO'], Semaphore())
        with lock:
            head = make_pre_authed_request(env, 'HEAD', env['PATH_INFO']).get_response(self.inner)
            tag = None
            if head.is_success:
                tag = head.headers.get('X-Object-Sysmeta-S3Api-Etag') or head.headers.get('ETag', '').strip('"')
            failed = 404 if match is not None and tag is None else 412
            wrong = match is not None and tag != match.strip('"')
            wrong = wrong or (none_match is not None and tag is not None and none_match.strip('"') in ('*', tag))
            if wrong:
                env['wsgi.input'].read()
                return Response(status=failed, request=Request(env))(env, start_response)
            env.pop('HTTP_IF_MATCH', None)
            env.pop('HTTP_IF_NONE_MATCH', None)
            return list(self.inner(env, start_response))


def allow_conditional_puts():
    validate = s3request.S3Request._validate_headers

    def validate_without(self):
        hidden = {}
        if self.environ.get('REQUEST_METHOD') == 'PUT':
            for name in ('HTTP_IF_MATCH', 'HTTP_IF_NONE_MATCH'):
                if name in self.environ:
                    hidden[name] = self.environ.pop(name)
        try:
            return validate(self)
        finally:
            self.environ.update(hidden)

    s3request.S3Request._validate_headers = validate_without


class Cache:
    """Memcached's methods over a dict; values as text, so that they are copies."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        text = self.values.get(key)
        return None if text is None else json.loads(text)

    def set(self, key, value, **_):
        self.values[key] = json.dumps(value)

    def delete(self, key, **_):
        self.values.pop(key, None)

    def incr(self, key, delta=1, **_):
        value = max(0, int(self.get(key) or 0) + int(delta))
        self.set(key, value)
        return value

    def decr(self, key, delta=1, **_):
        return self.incr(key, -int(delta))

    def get_multi(self, names, *_, **__):
        return [self.get(name) for name in names]

    def set_multi(self, mapping, *_, **__):
        for name, value in mapping.items():
            self.set(name, value)


class WithCache:
    def __init__(self, inner):
        self.inner = inner
        self.cache = Cache()

    def __call__(self, env, start_response):
        env.setdefault('swift.cache', self.cache)
        return self.inner(env, start_response)


def filtered(inner, module, **extra):
    return module.filter_factory(keys, **extra)(inner)


app = filtered(app, symlink)
app = filtered(app, versioned_writes, allow_object_versioning='true')
app = filtered(app, slo)
app = filtered(app, copy)
if not options.stock:
    allow_conditional_puts()
    app = ConditionalPut(app)
auth = tempauth.TempAuth(app, dict(keys, user_test_tester=SECRET + ' .admin'))
auth.users['AUTH_test'] = auth.users['test:tester']
app = filtered(
    auth, s3api, location='us-east-1', storage_domain='s3.test,localhost', s3_acl='false',
    dns_compliant_bucket_names='true', max_upload_part_num='10000',
)
app = filtered(app, listing_formats)
app = WithCache(app)
app = filtered(app, gatekeeper)
app = filtered(app, catch_errors)

signal.signal(signal.SIGTERM, lambda *_: os._exit(0))


def serve(sock, served):
    eventlet.spawn(
        eventlet.wsgi.server, GreenSocket(sock), served, utils.NullLogger(), protocol=SwiftHttpProtocol,
        capitalize_response_headers=False, socket_timeout=60, custom_pool=eventlet.GreenPool(1024),
    )


for name, sock in storage_sockets.items():
    serve(sock, storage_apps[name])
serve(proxy_socket, app)
for path in ('/v1/AUTH_test', '/v1/AUTH_test/test'):
    for _ in range(100):
        if make_pre_authed_request({}, 'PUT', path).get_response(app).is_success:
            break
        eventlet.sleep(0.05)
    else:
        sys.exit('cannot create ' + path)
ready = os.path.join(data, 'ready')
with open(ready + '.new', 'w') as file:
    file.write(str(proxy_socket.getsockname()[1]))
os.rename(ready + '.new', ready)
while True:
    eventlet.sleep(3600)
