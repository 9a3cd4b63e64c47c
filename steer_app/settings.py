"""Settings, all from environment variables; the README's table lists every one."""

import atexit
import hashlib
import secrets
import shutil
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from steer_app import env

BASE_DIR = Path(__file__).resolve().parent.parent
TESTING = "pytest" in sys.modules


def _data_dir() -> Path:
    """Tests get a folder of their own: theirs must never reach the data, or the bus, of a product that is running."""
    if not TESTING:
        return env.folder("STEERLAB_DATA", BASE_DIR / "var")
    path = Path(tempfile.mkdtemp(prefix="steerlab-tests-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return env.folder("STEERLAB_DATA", path)


DATA_DIR = _data_dir()


def _secret_key() -> str:
    given = env.text("STEERLAB_SECRET_KEY")
    if given:
        if len(given) < 32:
            raise ImproperlyConfigured("STEERLAB_SECRET_KEY must have at least 32 characters.")
        return given
    path = DATA_DIR / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(48))
    return path.read_text()


def _database() -> dict:
    url = env.url("STEERLAB_DATABASE_URL", schemes=("postgresql", "postgres"))
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "steerlab.sqlite3",
            "OPTIONS": {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
            },
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
        }
    parts = urlsplit(url)
    if not parts.path.strip("/"):
        raise ImproperlyConfigured(
            "STEERLAB_DATABASE_URL must end with the name of a database: postgresql://user:password@host:5432/name."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.strip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"connect_timeout": 5, "pool": {"min_size": 1, "max_size": 24}},
    }


SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = env.listing("STEERLAB_OLD_SECRET_KEYS")
DEBUG = env.flag("STEERLAB_DEBUG", False)
HOST = env.text("STEERLAB_HOST", "127.0.0.1")
PORT = env.whole("STEERLAB_PORT", 8000, least=1, most=65535)
ALLOWED_HOSTS = env.listing("STEERLAB_ALLOWED_HOSTS", ("127.0.0.1", "localhost", "[::1]", HOST))
CSRF_TRUSTED_ORIGINS = env.listing("STEERLAB_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "channels",
    "steer_app.shell",
    "steer_app.accounts",
    "steer_app.runs",
    "steer_app.brains",
    "steer_app.sources",
    "steer_app.steer",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "steer_app.urls"
ASGI_APPLICATION = "steer_app.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "steer_app.shell.context.navigation",
            ],
            "loaders": [
                ("django.template.loaders.cached.Loader", ["django.template.loaders.filesystem.Loader"]),
            ],
        },
    }
]
DATABASES = {"default": _database()}
ATOMIC_REQUESTS = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "home"
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "steer_app.shell.finders.PackageAssets",
]
# Assets that come with installed packages: address under STATIC_URL -> (package, file in it).
PACKAGE_ASSETS = {
    "vendor/htmx.js": ("django_htmx", "static/django_htmx/htmx-2.min.js"),
    "vendor/htmx-ws.js": ("django_htmx", "static/django_htmx/ext/hx-ws-2.min.js"),
}
MEDIA_ROOT = DATA_DIR / "files"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Browsers do not tell the ports of one host apart: without it, two products on one machine would sign each other out.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"steerlab_{PORT}", f"steerlab_csrf_{PORT}"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
HTTPS = env.flag("STEERLAB_HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CSRF_FAILURE_VIEW = "steer_app.shell.errors.csrf_failure"

# The bus: Celery's broker and the doorbell. Empty means the embedded server on a unix socket.
BUS_SOCKET = (
    Path(env.text("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    / f"steerlab-{hashlib.sha256(str(DATA_DIR).encode()).hexdigest()[:12]}"
    / "bus.sock"
)
BUS_URL = env.url("STEERLAB_BUS_URL", f"unix://{BUS_SOCKET}", schemes=("redis", "rediss", "unix"))
BUS_EMBEDDED = f"unix://{BUS_SOCKET}" == BUS_URL
SAMPLES = env.flag("STEERLAB_SAMPLES", True)
WORKER_THREADS = env.whole("STEERLAB_WORKER_THREADS", 10, least=1, most=256)

# The run kernel (seconds).
LEASE_S = env.number("STEERLAB_LEASE_S", 60, least=1, most=3600)
SWEEP_S = env.number("STEERLAB_SWEEP_S", 5, least=0.1, most=300)
STOP_GRACE_S = env.number("STEERLAB_STOP_GRACE_S", 10, least=0, most=600)

# Plug-ins: name -> "module:Class", imported when first asked for.
METHODS = {
    "counting": "steer_app.brains.counting.method:Counting",
    "ingest": "steer_app.sources.ingest:Ingest",
    "steer": "steer_app.steer.method:Steer",
}
BRAINS = {
    "offline": "steer_app.brains.offline_brain:OfflineBrain",
    "model": "steer_app.brains.model_brain:ModelBrain",
    "scripted": "steer_app.brains.scripted_brain:ScriptedBrain",
}
EMBEDDERS = {
    "minilm": "steer_app.brains.minilm:MiniLM",
    "hashed": "steer_app.brains.hashed:Hashed",
}
# Who cites documents: asked before any is deleted (sources.uses).
CITERS = {"steer": "steer_app.steer.citing:uses"}
# Who keeps secrets: asked for them all, so that they are masked wherever text is shown (runs.masking).
SECRET_HOLDERS = {"brains": "steer_app.brains.selectors:secrets"}
EMBEDDER = env.choice("STEERLAB_EMBEDDER", "minilm", tuple(EMBEDDERS))
# A model without the admin's page: for the command line and for containers.
MODEL = env.text("STEERLAB_MODEL")
MODEL_URL = env.url("STEERLAB_MODEL_URL", schemes=("http", "https"))
MODEL_KEY = env.text("STEERLAB_MODEL_KEY")
MODEL_KIND = env.choice("STEERLAB_MODEL_KIND", "openai", ("openai", "anthropic", "ollama"))
MODEL_ANSWER_TOKENS = env.whole("STEERLAB_MODEL_ANSWER_TOKENS", 4000, least=100, most=1_000_000)
MODEL_READ_S = env.number("STEERLAB_MODEL_READ_S", 90, least=1, most=3600)
MODEL_CONTEXT_TOKENS = env.whole("STEERLAB_MODEL_CONTEXT_TOKENS", 32000, least=2000, most=10_000_000)
SCRIPTED_DELAY_MS = env.number("STEERLAB_SCRIPTED_DELAY_MS", 0, least=0, most=60000)
SCRIPTED_JITTER_MS = env.number("STEERLAB_SCRIPTED_JITTER_MS", 0, least=0, most=60000)
CALL_LOG = env.text("STEERLAB_CALL_LOG")

# Foreign bytes.
PARSE_SECONDS = env.number("STEERLAB_PARSE_SECONDS", 60, least=1, most=3600)
PARSE_MEMORY_MB = env.whole("STEERLAB_PARSE_MEMORY_MB", 1024, least=128, most=65536)
UPLOAD_MB = env.whole("STEERLAB_UPLOAD_MB", 200, least=1, most=10240)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "steer_app.runs.masking.MaskingFormatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "steer_app": {"level": "INFO"},
        "django": {"handlers": []},
        "django.request": {"level": "ERROR"},
    },
}
