{{- define "gateway.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "gateway.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "gateway.labels" -}}
{{ include "gateway.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "gateway.image" -}}
{{- $repository := required "image.repository: the image that you have built and pushed, see examples/deploy/docker/Dockerfile" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "gateway.configMap" -}}
{{- .Values.config.existingConfigMap | default (include "gateway.name" .) -}}
{{- end -}}

{{- define "gateway.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "gateway.name" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{- define "gateway.hasRedis" -}}
{{- if or .Values.redis.url .Values.redis.secret.name -}}true{{- end -}}
{{- end -}}

{{/* Whose pods have an identity that they ask a metadata address for: gke, eks or none. */}}
{{- define "gateway.podIdentity" -}}
{{- $annotations := .Values.serviceAccount.annotations | default dict -}}
{{- if ne .Values.networkPolicy.podIdentity "auto" -}}
{{- .Values.networkPolicy.podIdentity -}}
{{- else if hasKey $annotations "iam.gke.io/gcp-service-account" -}}
gke
{{- else if hasKey $annotations "eks.amazonaws.com/role-arn" -}}
eks
{{- else -}}
none
{{- end -}}
{{- end -}}
